import type { Snippets } from '../../format.ts';
import { coordinatesOf } from './name.ts';

/** Texts for people: settings with a token, a dependency, and where a build deploys to. */
export function snippets(name: string, version: string, baseUrl: string): Snippets {
  const { group, artifact } = coordinatesOf(name);
  const repository = `<repository><id>rookery</id><url>${baseUrl}/maven/</url></repository>`;
  return {
    configure: [
      '<!-- ~/.m2/settings.xml -->',
      '<servers><server><id>rookery</id><username>USER</username><password>pub_…</password></server></servers>',
      '<!-- pom.xml -->',
      `<repositories>${repository}</repositories>`,
    ].join('\n'),
    install: [
      '<dependency>',
      `  <groupId>${group}</groupId>`,
      `  <artifactId>${artifact}</artifactId>`,
      `  <version>${version}</version>`,
      '</dependency>',
      `// Gradle: implementation("${name}:${version}")`,
    ].join('\n'),
    publish: [
      '<!-- pom.xml, then: mvn deploy -->',
      `<distributionManagement>${repository}</distributionManagement>`,
    ].join('\n'),
  };
}
