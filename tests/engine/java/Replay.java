import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;

/** Steps through the loaded log the way the engine's own button does, one root item at a time. */
final class Replay {
  private final Engine engine;
  private final BasicLogger logger;
  private final int steps;

  Replay(Engine engine) throws Exception {
    this.engine = engine;
    logger = (BasicLogger) engine.module().getLogger();
    steps = ((List<?>) Engine.field(BasicLogger.class, "logInput").get(logger)).size();
  }

  /**
   * Dumps after each of the steps asked for ("0" the start, "end"), in order; {@code trail} adds what each step did up to
   * the last of them.
   */
  Map<String, Object> run(List<String> stops, boolean trail, boolean traits) throws Exception {
    Map<Integer, Object> dumps = new LinkedHashMap<>();
    List<Integer> wanted = new ArrayList<>();
    for (String stop : stops) wanted.add(stepOf(stop));
    int last = 0;
    for (int stop : wanted) last = Math.max(last, stop);
    List<Object> done = new ArrayList<>();
    Map<String, Seen> before = trail ? look() : null;
    engine.newChat(); // what loading said is no step's
    for (int at = 0; at <= last; at++) {
      if (at > 0) step();
      if (at > 0 && trail) {
        Map<String, Seen> after = look();
        done.add(Json.object("step", at, "changes", changes(before, after), "chat", engine.newChat()));
        before = after;
      }
      if (wanted.contains(at)) dumps.put(at, Dump.game(engine.module(), traits));
    }
    return Json.object("steps", steps, "dumps", dumps, "trail", done);
  }

  private int stepOf(String stop) {
    int step = stop.equals("end") ? steps : Integer.parseInt(stop);
    if (step < 0 || step > steps) throw new IllegalArgumentException("no step " + stop + ": the log has " + steps);
    return step;
  }

  private void step() throws Exception {
    Method step = BasicLogger.class.getDeclaredMethod("step");
    step.setAccessible(true);
    step.invoke(logger);
  }

  /** One piece at one moment; places are only named where something moved, which is dear. */
  private static final class Seen {
    final GamePiece piece;
    final String where;
    final Map<String, Object> place;
    final String state;

    Seen(GamePiece piece) {
      this.piece = piece;
      place = where(piece);
      where = Json.write(place);
      state = piece.getState();
    }

    private static Map<String, Object> where(GamePiece piece) {
      Stack parent = piece.getParent();
      return Json.object("map", piece.getMap() == null ? null : piece.getMap().getMapName(), "x", piece.getPosition().x,
        "y", piece.getPosition().y, "stack", parent == null ? null : parent.getId(), "index", parent == null ? null : parent.indexOf(piece));
    }
  }

  private Map<String, Seen> look() {
    GameModule module = engine.module();
    Map<String, Seen> seen = new LinkedHashMap<>();
    for (GamePiece piece : module.getGameState().getAllPieces())
      if (!(piece instanceof Stack)) seen.put(piece.getId(), new Seen(piece));
    return seen;
  }

  private static List<Object> changes(Map<String, Seen> before, Map<String, Seen> after) {
    List<Object> made = new ArrayList<>();
    for (Map.Entry<String, Seen> entry : before.entrySet())
      if (!after.containsKey(entry.getKey())) made.add(change(entry.getValue(), null));
    for (Map.Entry<String, Seen> entry : after.entrySet()) {
      Seen old = before.get(entry.getKey());
      Seen now = entry.getValue();
      if (old == null || !old.where.equals(now.where) || !Objects.equals(old.state, now.state)) made.add(change(old, now));
    }
    return made;
  }

  private static Object change(Seen old, Seen now) {
    GamePiece piece = now == null ? old.piece : now.piece;
    Map<String, Object> made = Json.object("id", piece.getId(), "name", Dump.tried(piece::getName));
    made.put("from", named(old));
    made.put("to", named(now));
    made.put("state_changed", old != null && now != null && !Objects.equals(old.state, now.state));
    return made;
  }

  /** The place with the map's name for it; a map's names do not change while a log runs. */
  private static Object named(Seen seen) {
    if (seen == null) return null;
    Object map = seen.place.get("map");
    java.awt.Point at = new java.awt.Point((Integer) seen.place.get("x"), (Integer) seen.place.get("y"));
    seen.place.put("location", map == null ? null : Dump.tried(() -> Grids.find((String) map).locationName(at)));
    return seen.place;
  }
}
