import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.GameState;
import VASSAL.build.module.metadata.SaveMetaData;
import VASSAL.tools.io.ObfuscatingOutputStream;
import VASSAL.tools.io.ZipWriter;

/**
 * The judge's desk: one module, many jobs. {@code Judge MODULE} reads jobs from standard input, one a line, and writes one
 * line of JSON for each; {@code Judge MODULE VERB KEY=VALUE...} does one job. A job's line is its verb and KEY=VALUE fields
 * apart by tabs, each value percent-encoded. The first line written tells of the module itself.
 */
public final class Judge {
  private final Engine engine = new Engine();
  private volatile long deadline = Long.MAX_VALUE;

  public static void main(String[] argv) throws Exception {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    System.setOut(System.err); // modules may print
    int status = 0;
    try { status = new Judge().serve(argv, out); }
    catch (Throwable t) {
      t.printStackTrace();
      status = 1;
    }
    Runtime.getRuntime().halt(status); // no shutdown hooks: they would write preferences back
  }

  private int serve(String[] argv, PrintStream out) throws Exception {
    long limit = Long.getLong("judge.timeout", 300) * 1000;
    watch();
    deadline = System.currentTimeMillis() + limit;
    engine.open(new File(argv[0]).getAbsoluteFile());
    Map<String, Object> hello = Json.object("ok", true, "engine", Info.getVersion(), "module", engine.module().getGameName(),
      "version", engine.module().getGameVersion(), "extensions", engine.extensions(), "dialogs", engine.takeDialogs(), "chat", engine.takeChat());
    if (argv.length > 1) {
      deadline = System.currentTimeMillis() + limit;
      Map<String, Object> answer = answer(argv[1], fields(List.of(argv).subList(2, argv.length), false));
      say(out, answer);
      return answer.get("ok").equals(true) ? 0 : 1;
    }
    say(out, hello);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line; (line = in.readLine()) != null;) {
      deadline = System.currentTimeMillis() + limit;
      List<String> parts = List.of(line.split("\t"));
      say(out, answer(parts.get(0), fields(parts.subList(1, parts.size()), true)));
      deadline = Long.MAX_VALUE;
    }
    return 0;
  }

  private static void say(PrintStream out, Map<String, Object> answer) {
    out.println(Json.write(answer));
    out.flush();
  }

  private static Map<String, String> fields(List<String> parts, boolean encoded) {
    Map<String, String> made = new HashMap<>();
    for (String part : parts) {
      int equals = part.indexOf('=');
      String value = part.substring(equals + 1);
      made.put(part.substring(0, equals), encoded ? URLDecoder.decode(value, StandardCharsets.UTF_8) : value);
    }
    return made;
  }

  /** Does one job from a clean module back to a clean module; a failure is an answer too. */
  private Map<String, Object> answer(String verb, Map<String, String> job) throws Exception {
    Map<String, Object> answer = Json.object("ok", true);
    long start = System.nanoTime();
    try {
      perform(verb, job, answer);
    }
    catch (Exception | StackOverflowError e) {
      e.printStackTrace();
      answer.put("ok", false);
      answer.put("error", root(e).toString());
      answer.put("trace", trace(root(e)));
    }
    Engine.settle();
    List<String> chat = engine.takeChat();
    engine.close();
    engine.takeChat();
    answer.put("chat", chat);
    answer.put("dialogs", engine.takeDialogs());
    answer.put("seconds", (System.nanoTime() - start) / 1e9);
    return answer;
  }

  private static Throwable root(Throwable failure) {
    return failure.getCause() == null ? failure : root(failure.getCause());
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /**
   * What the engine puts off at load (start-up key commands, pending attachments) runs after the task that loaded; so an
   * answer made in that same task shows the save as it is. With settle=1 it is made afterwards.
   */
  private void perform(String verb, Map<String, String> job, Map<String, Object> answer) throws Exception {
    boolean later = job.containsKey("settle");
    Engine.onEventThread(() -> {
      if (job.containsKey("save")) answer.put("metadata_valid", engine.load(new File(job.get("save"))));
      if (!later) answer.putAll(result(verb, job));
    });
    if (!later) return;
    Engine.settle();
    Engine.onEventThread(() -> answer.putAll(result(verb, job)));
  }

  private Map<String, Object> result(String verb, Map<String, String> job) throws Exception {
    switch (verb) {
      case "dump": return Dump.game(engine.module(), job.containsKey("traits"));
      case "resave": return resave(new File(job.get("out")).getAbsoluteFile());
      case "grid": return grid(job);
      case "steps": return new Replay(engine).run(List.of(job.get("at").split(",")), job.containsKey("trail"), job.containsKey("traits"));
      case "picture": return picture(Grids.find(job.get("map")), new File(job.get("out")));
      case "info": return Grids.boards(engine.module());
      default: throw new IllegalArgumentException("no such job: " + verb);
    }
  }

  private Map<String, Object> grid(Map<String, String> job) {
    VASSAL.build.module.Map map = Grids.find(job.get("map"));
    List<String> boards = new ArrayList<>();
    if (job.containsKey("boards")) boards.addAll(List.of(job.get("boards").split("\n")));
    if (!job.containsKey("save") || !boards.isEmpty()) Grids.lay(map, boards);
    return Grids.ask(map, job.get("points"));
  }

  /** Draws the whole map as the player sees it, one pixel for one, to a PNG file. */
  private static Map<String, Object> picture(VASSAL.build.module.Map map, File target) throws Exception {
    if (map.getZoomer() != null) map.getZoomer().setZoomFactor(1.0);
    Dimension size = map.getPreferredSize();
    BufferedImage image = new BufferedImage(size.width, size.height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    map.paintRegion(graphics, new Rectangle(size), null); // without a component it waits for each image
    graphics.dispose();
    ImageIO.write(image, "png", target);
    return Json.object("width", size.width, "height", size.height);
  }

  /** The engine's own saving less its last step, which starts a second engine to refresh the module manager's window. */
  private Map<String, Object> resave(File target) throws Exception {
    GameModule module = engine.module();
    String text = module.encode(module.getGameState().getRestoreCommand());
    try (ZipWriter zip = new ZipWriter(target)) {
      try (OutputStream out = new ObfuscatingOutputStream(new BufferedOutputStream(zip.write(GameState.SAVEFILE_ZIP_ENTRY)))) {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
      new SaveMetaData().save(zip);
    }
    return Json.object("bytes", target.length());
  }

  /** Ends the engine when a job outlives its time, and says where it hung. */
  private void watch() {
    Thread watch = new Thread(() -> {
      while (System.currentTimeMillis() < deadline) {
        try { Thread.sleep(500); }
        catch (InterruptedException e) { return; }
      }
      System.err.println("judge: out of time; dialogs seen: " + engine.takeDialogs());
      Thread.getAllStackTraces().forEach((thread, frames) -> {
        if (!thread.getName().startsWith("AWT-EventQueue") && !thread.getName().equals("main")) return;
        System.err.println(thread);
        for (StackTraceElement frame : frames) System.err.println("   " + frame);
      });
      Runtime.getRuntime().halt(3);
    });
    watch.setDaemon(true);
    watch.start();
  }
}
