import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Toolkit;
import java.awt.event.WindowEvent;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenuBar;
import javax.swing.JTextPane;
import javax.swing.SwingUtilities;
import javax.swing.text.Document;
import javax.swing.text.JTextComponent;

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.ExtensionsLoader;
import VASSAL.build.module.GameState;
import VASSAL.build.module.ModuleExtension;
import VASSAL.build.module.WizardSupport;
import VASSAL.command.Command;
import VASSAL.i18n.Localization;
import VASSAL.launch.PlayerWindow;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.DataArchive;
import VASSAL.tools.ErrorDialog;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;

/** The running engine: opens one module, loads and closes games in it, closes and notes every dialog that comes up. */
final class Engine {
  /** Nobody is there to choose a side or a board: the judge only looks on. */
  private static final class QuietWizard extends WizardSupport {
    @Override public void showGameSetupWizard() { }
    @Override public void showWelcomeWizard() { }
  }

  private static final class QuietModule extends GameModule {
    private WizardSupport wizard;
    QuietModule(DataArchive archive) { super(archive); }
    @Override public WizardSupport getWizardSupport() { // the super constructor asks already
      if (wizard == null) wizard = new QuietWizard();
      return wizard;
    }
  }

  private static final class Menus extends MenuManager {
    private final MenuBarProxy bar = new MenuBarProxy();
    @Override public JMenuBar getMenuBarFor(JFrame frame) { return frame instanceof PlayerWindow ? bar.createPeer() : null; }
    @Override public MenuBarProxy getMenuBarProxyFor(JFrame frame) { return frame instanceof PlayerWindow ? bar : null; }
  }

  /** Work for the event thread that may fail. */
  interface Task { void run() throws Exception; }

  private final List<String> dialogs = Collections.synchronizedList(new ArrayList<>());
  private GameModule module;
  private final List<String> chat = new ArrayList<>();
  private int chatRead;

  GameModule module() { return module; }

  /** Opens the module and the extensions in the folder beside it, as the player's window does. */
  void open(File file) throws Exception {
    if (!file.isFile()) throw new FileNotFoundException(file.getPath());
    onEventThread(() -> {
      Info.setConfig(new StandardConfig());
      new Menus();
      Toolkit.getDefaultToolkit().addAWTEventListener(this::windowOpened, AWTEvent.WINDOW_EVENT_MASK);
      GameModule.init(new QuietModule(new DataArchive(file.getPath())));
      module = GameModule.getGameModule();
      new ExtensionsLoader().addTo(module);
      Localization.getInstance().translate();
      for (String prompt : new String[] {"PromptNewLogAtStart", "PromptNewLogEnd", "PromptNewLog", "promptLogComment"})
        if (module.getPrefs().getOption(prompt) != null) module.getPrefs().setValue(prompt, Boolean.FALSE);
    });
    settle();
  }

  /** Anything modal would block for ever: its text is kept, and it is closed without a choice. */
  private void windowOpened(AWTEvent event) {
    if (event.getID() != WindowEvent.WINDOW_OPENED || !(event.getSource() instanceof Dialog)) return;
    Dialog dialog = (Dialog) event.getSource();
    dialogs.add((dialog.getTitle() + ": " + textIn(dialog)).replaceAll("\\s+", " ").trim());
    SwingUtilities.invokeLater(dialog::dispose);
  }

  private static String textIn(Component component) {
    StringBuilder text = new StringBuilder();
    if (component instanceof JLabel) text.append(((JLabel) component).getText()).append(' ');
    else if (component instanceof JTextComponent) text.append(((JTextComponent) component).getText()).append(' ');
    if (component instanceof Container)
      for (Component child : ((Container) component).getComponents()) text.append(textIn(child));
    return text.toString();
  }

  /** Reads a save or log and starts its game; call on the event thread. False: the engine doubts that it is this module's. */
  boolean load(File save) throws Exception {
    if (!save.isFile()) throw new FileNotFoundException(save.getPath());
    GameState state = module.getGameState();
    boolean valid = state.isSaveMetaDataValid(save);
    Command start = state.decodeSavedGame(save);
    if (start == null) throw new IOException("the engine finds no game in " + save);
    start.execute();
    if (!state.isGameStarted()) throw new IOException("the engine did not start the game of " + save);
    return valid;
  }

  /** Ends the game, if there is one, without a question; the next job finds the module as freshly opened. */
  void close() throws Exception {
    onEventThread(() -> {
      field(GameState.class, "gameStarted").setBoolean(module.getGameState(), false); // else it asks whether to save
      module.getGameState().setup(false);
      ((Collection<?>) field(ErrorDialog.class, "reportedDataWarnings").get(null)).clear(); // else it warns but once a run
    });
    settle();
  }

  /** Lets what the engine put off (start-up key commands, dialogs of other threads) come up and be closed. */
  static void settle() throws Exception {
    for (int i = 0; i < 3; i++) {
      onEventThread(() -> { });
      Thread.sleep(20);
    }
  }

  static void onEventThread(Task task) throws Exception {
    Throwable[] failure = new Throwable[1];
    SwingUtilities.invokeAndWait(() -> {
      try { task.run(); }
      catch (Throwable t) { failure[0] = t; }
    });
    if (failure[0] instanceof Exception) throw (Exception) failure[0];
    if (failure[0] instanceof Error) throw (Error) failure[0];
  }

  /** The dialogs seen since the last call. */
  List<String> takeDialogs() {
    synchronized (dialogs) {
      List<String> taken = new ArrayList<>(dialogs);
      dialogs.clear();
      return taken;
    }
  }

  /** The lines the chat window got since the last call: the engine's own warnings, chat and reports. */
  List<String> newChat() throws Exception {
    List<String> lines = new ArrayList<>();
    Chatter chatter = module.getChatter();
    if (chatter == null) return lines;
    Document document = ((JTextPane) field(Chatter.class, "conversationPane").get(chatter)).getDocument();
    int end = document.getLength();
    for (String line : document.getText(chatRead, end - chatRead).split("\n")) if (!line.isBlank()) lines.add(line.strip());
    chatRead = end;
    chat.addAll(lines);
    return lines;
  }

  /** All chat lines since the last call. */
  List<String> takeChat() throws Exception {
    newChat();
    List<String> taken = new ArrayList<>(chat);
    chat.clear();
    return taken;
  }

  /** Name and version of the extensions that were built without an error. */
  Map<String, String> extensions() {
    Map<String, String> loaded = new TreeMap<>();
    for (ModuleExtension extension : module.getComponentsOf(ModuleExtension.class)) loaded.put(extension.getName(), extension.getVersion());
    return loaded;
  }

  /** A field the engine keeps to itself. */
  static Field field(Class<?> owner, String name) throws NoSuchFieldException {
    Field found = owner.getDeclaredField(name);
    found.setAccessible(true);
    return found;
  }
}
