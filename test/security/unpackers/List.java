import java.io.File;
import java.io.FileInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** Names in every zip of a folder, from ZipFile (directory) and from a stream. Prints lines of file, tab, hex. */
class List {
  public static void main(String[] args) throws Exception {
    File[] files = new File(args[0]).listFiles();
    Arrays.sort(files);
    StringBuilder out = new StringBuilder();
    for (File file : files) {
      if (!file.getName().endsWith(".zip")) continue;
      try (ZipFile zip = new ZipFile(file)) {
        zip.stream().forEach(entry -> line(out, "directory", file, entry.getName()));
      } catch (Exception | Error refused) {
        // lists nothing
      }
      try (ZipInputStream zip = new ZipInputStream(new FileInputStream(file))) {
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry())
          line(out, "stream", file, entry.getName());
      } catch (Exception | Error refused) {
        // names before the error count
      }
    }
    System.out.print(out);
  }

  static void line(StringBuilder out, String way, File file, String name) {
    out.append(way).append('\t').append(file.getName()).append('\t');
    for (byte each : name.getBytes(StandardCharsets.UTF_8)) out.append(String.format("%02x", each));
    out.append('\n');
  }
}
