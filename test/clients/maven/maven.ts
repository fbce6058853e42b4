import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTool, isSkipped, requireTool } from '../../support/tool.ts';

const missing = 'mvn is not installed';
const tool = findTool('mvn');
export const cannotRun = isSkipped(tool, missing);

/** Plugins that builds need come from Maven Central once; what tests deploy has names of its own. */
const pluginCache = join(homedir(), '.cache', 'rookery', 'clients', 'maven');

export interface Ran {
  code: number;
  output: string;
}

/** A folder with projects, and settings that know one repository. */
export interface Workspace {
  folder: string;
  write(path: string, body: string): Promise<void>;
  mvn(project: string, ...args: string[]): Promise<Ran>;
  remove(): Promise<void>;
}

export async function createWorkspace({ token }: { token: string }): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-maven-'));
  const write = async (path: string, body: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), body);
  };
  await write(
    'settings.xml',
    `<settings><servers><server><id>rookery</id><username>anybody</username><password>${token}</password></server></servers></settings>`,
  );
  return {
    folder,
    write,
    mvn: (project, ...args) =>
      new Promise((resolve) => {
        const all = [
          '-B',
          '-ntp',
          '-s',
          join(folder, 'settings.xml'),
          `-Dmaven.repo.local=${pluginCache}`,
          ...args,
        ];
        const limits = { cwd: join(folder, project), timeout: 240_000, maxBuffer: 64 * 1024 * 1024 };
        execFile(requireTool(tool, missing), all, limits, (error, stdout, stderr) => {
          const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
          resolve({ code, output: stdout + stderr });
        });
      }),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** A project with one class, which is deployed to that repository. */
export function projectPom({
  group,
  artifact,
  version,
  url,
  inside = '',
}: {
  group: string;
  artifact: string;
  version: string;
  url: string;
  inside?: string;
}): string {
  const repository = `<id>rookery</id><url>${url}</url>`;
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>${group}</groupId>
  <artifactId>${artifact}</artifactId>
  <version>${version}</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <repositories><repository>${repository}</repository></repositories>
  <distributionManagement><repository>${repository}</repository></distributionManagement>
  ${inside}
</project>
`;
}
