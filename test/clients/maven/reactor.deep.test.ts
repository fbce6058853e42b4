import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCoordinates } from '../../integration/maven/requests.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { cannotRun, createWorkspace, projectPom, type Workspace } from './maven.ts';

const modules = Array.from({ length: 60 }, (_, index) => `part-${String(index).padStart(2, '0')}`);
const atEnd = `<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-deploy-plugin</artifactId>
  <version>3.1.3</version><configuration><deployAtEnd>true</deployAtEnd></configuration></plugin></plugins></build>`;

describe.skipIf(cannotRun)('a build of sixty modules', () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  let url: string;

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace(author);
    url = `${platform.url}/maven/`;
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  /** `broken`: a module of this version that the registry refuses. */
  async function writeReactor(folder: string, group: string, broken?: string): Promise<void> {
    const list = modules.map((name) => `<module>${name}</module>`).join('');
    const inside = `<packaging>pom</packaging><modules>${list}</modules>${atEnd}`;
    const parent = { group, artifact: 'whole', version: '1.0.0' };
    await workspace.write(`${folder}/pom.xml`, projectPom({ ...parent, url, inside }));
    for (const artifact of modules) {
      const version = artifact === broken ? '1.0-SNAPSHOT' : '1.0.0';
      await workspace.write(
        `${folder}/${artifact}/pom.xml`,
        `<project><modelVersion>4.0.0</modelVersion><parent><groupId>${group}</groupId><artifactId>whole</artifactId><version>1.0.0</version></parent>
        <groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version><packaging>pom</packaging></project>`,
      );
    }
  }

  async function countVisible(group: string): Promise<number> {
    const folder = `${url}${group.replaceAll('.', '/')}`;
    const answers = await Promise.all(
      ['whole', ...modules].map((name) => fetch(`${folder}/${name}/maven-metadata.xml`)),
    );
    return answers.filter(({ status }) => status === 200).length;
  }

  test('is visible as a whole', async () => {
    const { group } = newCoordinates();
    await writeReactor('good', group);

    const deployed = await workspace.mvn('good', 'deploy');

    expect(deployed, deployed.output).toMatchObject({ code: 0 });
    expect(await countVisible(group)).toBe(61);
  }, 400_000);

  test('leaves nothing visible when its last module is refused', async () => {
    const { group } = newCoordinates();
    await writeReactor('bad', group, modules.at(-1));

    const deployed = await workspace.mvn('bad', 'deploy');

    expect(deployed.code).toBe(1);
    expect(await countVisible(group)).toBe(0);
  }, 400_000);
});
