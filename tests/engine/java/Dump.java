import java.awt.Dimension;
import java.awt.Point;
import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;

import VASSAL.build.AbstractBuildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.module.map.boardPicker.board.MapGrid;
import VASSAL.build.module.map.boardPicker.board.ZonedGrid;
import VASSAL.build.module.map.boardPicker.board.mapgrid.Zone;
import VASSAL.build.module.properties.GlobalProperty;
import VASSAL.build.module.properties.MutablePropertiesContainer;
import VASSAL.build.module.properties.PropertyNameSource;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.Embellishment;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.counters.UsePrototype;

/** What the engine knows of the game in play: maps with boards, pieces, stacks, decks, properties. */
final class Dump {
  private static final int DEEPEST_TRAIT = 2000; // a guard against a prototype that holds itself

  private Dump() { }

  /** Everything; {@code traits} adds each piece's trait list with types and states. */
  static Map<String, Object> game(GameModule module, boolean traits) {
    List<Object> maps = new ArrayList<>();
    List<Object> pieces = new ArrayList<>();
    List<Object> stacks = new ArrayList<>();
    List<Object> decks = new ArrayList<>();
    Set<String> onMap = new HashSet<>();
    for (VASSAL.build.module.Map map : VASSAL.build.module.Map.getMapList()) {
      maps.add(map(map));
      for (GamePiece top : map.getAllPieces()) {
        if (top instanceof Deck) decks.add(deck((Deck) top, map));
        else if (top instanceof Stack) stacks.add(stack((Stack) top, map));
        for (GamePiece member : membersOf(top)) {
          pieces.add(piece(member, traits));
          onMap.add(member.getId());
        }
      }
    }
    Map<String, Object> offMap = new TreeMap<>(); // the engine keeps them in no order
    for (GamePiece piece : module.getGameState().getAllPieces())
      if (!(piece instanceof Stack) && !onMap.contains(piece.getId())) offMap.put(piece.getId(), piece(piece, traits));
    return Json.object("maps", maps, "pieces", pieces, "stacks", stacks, "decks", decks, "off_map", offMap.values(),
      "globals", globals(module), "properties", moduleProperties(module), "sides", sides(module));
  }

  /** The pieces themselves: a stack's members from the bottom up, or the piece alone. */
  static List<GamePiece> membersOf(GamePiece top) {
    return top instanceof Stack ? ((Stack) top).asList() : List.of(top);
  }

  static Map<String, Object> map(VASSAL.build.module.Map map) {
    Dimension size = map.mapSize();
    Dimension edge = map.getEdgeBuffer();
    List<Object> boards = new ArrayList<>();
    for (Board board : map.getBoards()) boards.add(board(board));
    return Json.object("name", map.getMapName(), "id", map.getIdentifier(), "width", size.width, "height", size.height,
      "edge_x", edge.width, "edge_y", edge.height, "boards", boards);
  }

  static Map<String, Object> board(Board board) {
    Rectangle bounds = board.bounds();
    return Json.object("name", board.getName(), "x", bounds.x, "y", bounds.y, "width", bounds.width, "height", bounds.height,
      "column", board.relativePosition().x, "row", board.relativePosition().y, "image", board.fileName(),
      "reversed", board.isReversed(), "magnification", board.getMagnification(), "grid", grid(board.getGrid()));
  }

  private static Object grid(MapGrid grid) {
    if (grid == null) return null;
    Map<String, Object> made = Json.object("class", grid.getClass().getSimpleName());
    if (grid instanceof AbstractBuildable) {
      AbstractBuildable component = (AbstractBuildable) grid;
      Map<String, Object> attributes = new LinkedHashMap<>();
      for (String name : component.getAttributeNames()) attributes.put(name, tried(() -> component.getAttributeValueString(name)));
      made.put("attributes", attributes);
    }
    if (grid instanceof ZonedGrid) {
      ZonedGrid zoned = (ZonedGrid) grid;
      List<Object> zones = new ArrayList<>();
      for (Zone zone : zoned.getComponentsOf(Zone.class)) {
        Rectangle box = zone.getBounds();
        zones.add(Json.object("name", zone.getName(), "x", box.x, "y", box.y, "width", box.width, "height", box.height, "grid", grid(zone.getGrid())));
      }
      made.put("zones", zones);
      made.put("background", grid(zoned.getBackgroundGrid()));
    }
    return made;
  }

  private static Object stack(Stack stack, VASSAL.build.module.Map map) {
    List<String> ids = new ArrayList<>();
    for (GamePiece member : stack.asList()) ids.add(member.getId());
    Point at = stack.getPosition();
    return Json.object("id", stack.getId(), "map", map.getMapName(), "x", at.x, "y", at.y, "pieces", ids);
  }

  private static Object deck(Deck deck, VASSAL.build.module.Map map) {
    @SuppressWarnings("unchecked")
    Map<String, Object> made = (Map<String, Object>) stack(deck, map);
    made.put("name", deck.getDeckName());
    made.put("face_down", deck.isFaceDown());
    return made;
  }

  private static Map<String, Object> piece(GamePiece piece, boolean withTraits) {
    Map<String, Object> made = place(piece);
    made.put("gpid", property(piece, "PieceId"));
    List<Object> layers = new ArrayList<>();
    List<Object> traits = new ArrayList<>();
    List<String> prototypes = new ArrayList<>();
    Map<String, Object> properties = new TreeMap<>();
    for (GamePiece trait : traitsOf(piece)) {
      if (trait instanceof Embellishment) layers.add(layer((Embellishment) trait));
      if (trait instanceof UsePrototype) prototypes.add(((UsePrototype) trait).getPrototypeName());
      if (trait instanceof Decorator && trait instanceof PropertyNameSource)
        for (String name : ((PropertyNameSource) trait).getPropertyNames())
          if (name != null && !name.isEmpty()) properties.put(name, property(piece, name));
      if (withTraits) traits.add(trait(trait));
    }
    made.put("layers", layers);
    made.put("properties", properties);
    made.put("prototypes", prototypes);
    if (withTraits) made.put("traits", traits);
    return made;
  }

  /** Who the piece is and where: id, name, map, pixel, location, board, zone, stack, index in it, deck. */
  static Map<String, Object> place(GamePiece piece) {
    Point at = piece.getPosition();
    Stack parent = piece.getParent();
    return Json.object("id", piece.getId(), "name", tried(piece::getName),
      "map", piece.getMap() == null ? null : piece.getMap().getMapName(), "x", at.x, "y", at.y,
      "location", property(piece, "LocationName"), "board", property(piece, "CurrentBoard"), "zone", property(piece, "CurrentZone"),
      "stack", parent == null ? null : parent.getId(), "index", parent == null ? null : parent.indexOf(piece),
      "deck", parent instanceof Deck ? ((Deck) parent).getDeckName() : null);
  }

  /** Outermost trait first, those of prototypes in their place, the basic piece last. */
  private static List<GamePiece> traitsOf(GamePiece piece) {
    List<GamePiece> found = new ArrayList<>();
    for (GamePiece at = piece; at != null && found.size() < DEEPEST_TRAIT;) {
      found.add(at);
      at = at instanceof UsePrototype ? ((UsePrototype) at).getExpandedInner() : at instanceof Decorator ? ((Decorator) at).getInner() : null;
    }
    return found;
  }

  /** A layer's level counts from 1, as in its {@code _Level} property. */
  private static Object layer(Embellishment layer) {
    return Json.object("name", layer.getLayerName(), "level", layer.getValue() + 1, "active", layer.isActive());
  }

  private static Object trait(GamePiece trait) {
    Map<String, Object> made = Json.object("trait", trait.getClass().getSimpleName());
    boolean inner = trait instanceof Decorator;
    made.put("type", tried(() -> inner ? ((Decorator) trait).myGetType() : trait.getType()));
    made.put("state", tried(() -> inner ? ((Decorator) trait).myGetState() : trait.getState()));
    return made;
  }

  private static List<Object> globals(GameModule module) {
    Set<GlobalProperty> all = new LinkedHashSet<>(module.getAllDescendantComponentsOf(GlobalProperty.class));
    for (VASSAL.build.module.Map map : VASSAL.build.module.Map.getMapList())
      for (Board board : map.getBoards()) all.addAll(board.getAllDescendantComponentsOf(GlobalProperty.class)); // the zones' own
    List<Object> made = new ArrayList<>();
    for (GlobalProperty property : all) {
      MutablePropertiesContainer owner = property.getParent();
      made.add(Json.object("name", property.getConfigureName(), "value", tried(property::getPropertyValue),
        "container", owner == null ? null : tried(owner::getMutablePropertiesContainerId)));
    }
    return made;
  }

  private static Map<String, Object> moduleProperties(GameModule module) {
    Map<String, Object> made = new TreeMap<>();
    for (String name : module.getPropertyNames()) if (name != null) made.put(name, text(tried(() -> module.getProperty(name))));
    return made;
  }

  private static List<String> sides(GameModule module) {
    List<String> taken = new ArrayList<>();
    PlayerRoster roster = module.getPlayerRoster();
    if (roster != null) for (PlayerRoster.PlayerInfo player : roster.getPlayers()) taken.add(player.getSide());
    return taken;
  }

  private static String property(GamePiece piece, String name) { return text(tried(() -> piece.getProperty(name))); }

  private static String text(Object value) { return value == null ? null : value.toString(); }

  /** The value, or the engine's own failure in words: one bad trait must not hide the rest. */
  static Object tried(Callable<?> value) {
    try { return value.call(); }
    catch (Exception | StackOverflowError e) { return "!! " + e; }
  }
}
