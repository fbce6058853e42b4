import { projectPom, type Workspace } from './maven.ts';

export const modules = Array.from({ length: 60 }, (_, index) => `part-${String(index).padStart(2, '0')}`);

const atEnd = `<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-deploy-plugin</artifactId>
  <version>3.1.3</version><configuration><deployAtEnd>true</deployAtEnd></configuration></plugin></plugins></build>`;

interface Reactor {
  folder: string;
  group: string;
  url: string;
  modules: readonly string[];
  /** The module that the registry refuses. */
  broken?: string;
}

/** A parent with modules. Maven sends all files before any metadata. */
export async function writeReactor(
  workspace: Workspace,
  { folder, group, url, modules: names, broken }: Reactor,
): Promise<void> {
  const list = names.map((name) => `<module>${name}</module>`).join('');
  const inside = `<packaging>pom</packaging><modules>${list}</modules>${atEnd}`;
  const parent = { group, artifact: 'whole', version: '1.0.0' };
  await workspace.write(`${folder}/pom.xml`, projectPom({ ...parent, url, inside }));
  for (const artifact of names) {
    const version = artifact === broken ? '1.0-SNAPSHOT' : '1.0.0';
    await workspace.write(
      `${folder}/${artifact}/pom.xml`,
      `<project><modelVersion>4.0.0</modelVersion><parent><groupId>${group}</groupId><artifactId>whole</artifactId><version>1.0.0</version></parent>
      <groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version><packaging>pom</packaging></project>`,
    );
  }
}
