import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes answers as one line of ASCII JSON; maps, collections, numbers, booleans, the rest as text. */
final class Json {
  private Json() { }

  /** An object with its keys in the order given: key, value, key, value... */
  static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> made = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) made.put((String) keysAndValues[i], keysAndValues[i + 1]);
    return made;
  }

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value);
    return out.toString();
  }

  private static void write(StringBuilder out, Object value) {
    if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Long) out.append(value);
    else if (value instanceof Number) number(out, ((Number) value).doubleValue());
    else if (value instanceof Map) members(out, (Map<?, ?>) value);
    else if (value instanceof Collection) items(out, (Collection<?>) value);
    else text(out, value.toString());
  }

  private static void number(StringBuilder out, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) text(out, Double.toString(value)); // JSON has no such number
    else out.append(value);
  }

  private static void members(StringBuilder out, Map<?, ?> map) {
    String separator = "{";
    for (Map.Entry<?, ?> e : map.entrySet()) {
      out.append(separator);
      text(out, String.valueOf(e.getKey()));
      out.append(':');
      write(out, e.getValue());
      separator = ",";
    }
    out.append(map.isEmpty() ? "{}" : "}");
  }

  private static void items(StringBuilder out, Collection<?> items) {
    String separator = "[";
    for (Object item : items) {
      out.append(separator);
      write(out, item);
      separator = ",";
    }
    out.append(items.isEmpty() ? "[]" : "]");
  }

  private static void text(StringBuilder out, String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < 0x20 || c > 0x7e) out.append(String.format("\\u%04x", (int) c)); // lone surrogates survive too
      else out.append(c);
    }
    out.append('"');
  }
}
