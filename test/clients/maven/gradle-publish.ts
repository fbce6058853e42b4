/** Modules that Gradle looks up by name: here one jar contains all of them. */
export const modules = [
  'gradle-base-annotations',
  'gradle-base-services',
  'gradle-core',
  'gradle-core-api',
  'gradle-dependency-management',
  'gradle-logging',
  'javax.inject',
];

/** Packages that Gradle's start script opens to Gradle with `--add-opens`. */
export const opened = ['java.lang', 'java.util'].flatMap((name) => [
  '--add-opens',
  `java.base/${name}=ALL-UNNAMED`,
]);

/**
 * A build of one class with `java-library` and `maven-publish`, whose tasks run one after the other. Arguments: URL, user,
 * password, group, version.
 */
export const program = `
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gradle.api.Action;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.internal.project.ProjectInternal;
import org.gradle.api.publish.PublishingExtension;
import org.gradle.api.publish.maven.MavenPublication;
import org.gradle.testfixtures.ProjectBuilder;

public class Publish {
  public static void main(String[] args) {
    int code = 0;
    try {
      publish(args);
    } catch (Throwable failure) {
      failure.printStackTrace();
      code = 1;
    }
    // its threads stay
    System.exit(code);
  }

  static void publish(String[] args) throws Exception {
    Path folder = Path.of("build-of-gradle").toAbsolutePath();
    Path source = folder.resolve("src/main/java/probe/Probe.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "package probe; public class Probe {}");
    Project project = ProjectBuilder.builder().withName("probe").withProjectDir(folder.toFile())
      .withGradleUserHomeDir(folder.resolve("home").toFile()).build();
    project.setGroup(args[3]);
    project.setVersion(args[4]);
    project.getPluginManager().apply("java-library");
    project.getPluginManager().apply("maven-publish");
    PublishingExtension publishing = project.getExtensions().getByType(PublishingExtension.class);
    publishing.getRepositories().maven(repository -> {
      repository.setUrl(args[0]);
      repository.setAllowInsecureProtocol(true);
      repository.credentials(credentials -> {
        credentials.setUsername(args[1]);
        credentials.setPassword(args[2]);
      });
    });
    publishing.getPublications().create("library", MavenPublication.class,
      publication -> publication.from(project.getComponents().getByName("java")));
    ((ProjectInternal) project).evaluate();
    String[] tasks = { "jar", "generateMetadataFileForLibraryPublication", "generatePomFileForLibraryPublication",
      "publishLibraryPublicationToMavenRepository" };
    for (String name : tasks) run(project.getTasks().getByName(name));
  }

  @SuppressWarnings("unchecked")
  static void run(Task task) {
    for (File output : task.getOutputs().getFiles()) output.getParentFile().mkdirs();
    for (Action<? super Task> action : task.getActions()) ((Action<Task>) action).execute(task);
  }
}
`;
