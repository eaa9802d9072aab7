import java.awt.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import VASSAL.build.GameModule;
import VASSAL.build.module.map.BoardPicker;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.module.map.boardPicker.board.mapgrid.Zone;
import VASSAL.command.Command;
import VASSAL.tools.SequenceEncoder;

/** Asks a map where points snap to and what their places are called. */
final class Grids {
  private Grids() { }

  /** The map of that name or id. */
  static VASSAL.build.module.Map find(String name) {
    List<String> names = new ArrayList<>();
    for (VASSAL.build.module.Map map : VASSAL.build.module.Map.getMapList()) {
      if (name.equals(map.getMapName()) || name.equals(map.getConfigureName()) || name.equals(map.getIdentifier())) return map;
      names.add(map.getMapName());
    }
    throw new IllegalArgumentException("no map " + name + " among " + names);
  }

  /**
   * Lays boards on a map that has no game. Each is NAME, "rev" or nothing, column, row, magnification, five fields apart
   * by a slash in the same escape as the engine's own board command; none at all: the module's first board.
   */
  static void lay(VASSAL.build.module.Map map, List<String> boards) {
    BoardPicker picker = map.getBoardPicker();
    SequenceEncoder command = new SequenceEncoder(map.getIdentifier() + BoardPicker.ID, '\t');
    java.util.Map<String, Double> magnified = new java.util.HashMap<>();
    for (String text : boards) {
      SequenceEncoder.Decoder fields = new SequenceEncoder.Decoder(text, '/');
      String name = known(picker, fields.nextToken());
      SequenceEncoder board = new SequenceEncoder(name, '/');
      if (fields.nextToken().equals("rev")) board.append("rev");
      command.append(board.getValue()).append(fields.nextInt(0)).append(fields.nextInt(0));
      magnified.put(name, fields.nextDouble(1.0));
    }
    if (boards.isEmpty()) {
      String first = picker.getAllowableBoardNames()[0];
      command.append(new SequenceEncoder(first, '/').getValue()).append(0).append(0);
    }
    Command set = picker.decode(command.getValue());
    set.execute();
    // No module and no save says how far a board is magnified; code of a module's own may.
    for (Board board : picker.getSelectedBoards()) board.setMagnification(magnified.getOrDefault(board.getName(), 1.0));
    map.setBoards(picker.getSelectedBoards());
  }

  private static String known(BoardPicker picker, String name) {
    String[] names = picker.getAllowableBoardNames();
    if (!List.of(names).contains(name)) throw new IllegalArgumentException("no board " + name + " among " + List.of(names));
    return name;
  }

  /** Points are "x,y" apart by blanks, in map pixels. */
  static Map<String, Object> ask(VASSAL.build.module.Map map, String points) {
    List<Object> answers = new ArrayList<>();
    Point previous = null;
    for (String text : points.trim().split("\\s+")) {
      if (text.isEmpty()) continue;
      int comma = text.indexOf(',');
      Point point = new Point(Integer.parseInt(text.substring(0, comma)), Integer.parseInt(text.substring(comma + 1)));
      answers.add(ask(map, point, previous));
      previous = point;
    }
    Map<String, Object> made = Dump.map(map);
    made.put("points", answers);
    return made;
  }

  private static Object ask(VASSAL.build.module.Map map, Point point, Point previous) {
    Board board = map.findBoard(point);
    Zone zone = map.findZone(new Point(point));
    Point snapped = map.snapTo(new Point(point));
    String name = map.locationName(new Point(point));
    Map<String, Object> made = Json.object("x", point.x, "y", point.y, "snap_x", snapped.x, "snap_y", snapped.y,
      "snap_location", map.locationName(new Point(snapped)), "location", name,
      "board", board == null ? null : board.getName(), "zone", zone == null ? null : zone.getName());
    if (board != null && board.getGrid() != null) {
      made.put("back", pointOf(board, name));
      if (previous != null) made.put("range", Dump.tried(() ->
        board.getGrid().range(board.localCoordinates(new Point(previous)), board.localCoordinates(new Point(point)))));
    }
    return made;
  }

  /** Where on the board the name leads back to, in the board's own pixels; null where the engine cannot tell. */
  private static Object pointOf(Board board, String name) {
    return Dump.tried(() -> {
      Point back = board.getGrid().getLocation(name);
      return back == null ? null : List.of(back.x, back.y);
    });
  }

  /** Every map with every board it may use, no game needed. */
  static Map<String, Object> boards(GameModule module) {
    List<Object> maps = new ArrayList<>();
    for (VASSAL.build.module.Map map : VASSAL.build.module.Map.getMapList()) {
      List<Object> boards = new ArrayList<>();
      for (String name : map.getBoardPicker().getAllowableBoardNames()) boards.add(Dump.tried(() -> Dump.board(map.getBoardPicker().getBoard(name))));
      maps.add(Json.object("name", map.getMapName(), "id", map.getIdentifier(), "boards", boards));
    }
    return Json.object("maps", maps);
  }
}
