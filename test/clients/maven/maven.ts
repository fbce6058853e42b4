import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTool, isSkipped, requireTool } from '../../support/tool.ts';

const missing = 'mvn is not installed';
const tool = findTool('mvn');
export const cannotRun = isSkipped(tool, missing);

const caches = join(homedir(), '.cache', 'rookery', 'clients');
/** Plugins are downloaded from Maven Central once; the artifacts of tests have other names. */
const pluginCache = join(caches, 'maven');

/** A build takes seconds: the optimizing compiler would cost more time than it saves. */
const shortRun = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const shortLived = Object.fromEntries(
  ['MAVEN_OPTS', 'GRADLE_OPTS', 'JAVA_OPTS'].map((name) => [name, shortRun.join(' ')]),
);

/** Versions other than the installed one. */
export const others = { '3.9': '3.9.9', '4': '4.0.0-rc-5' } as const;

export interface Ran {
  code: number;
  output: string;
}

/** A folder with projects, and settings that know one repository. */
export interface Workspace {
  folder: string;
  /** The cache of downloads, shared by all tests. */
  cache: string;
  write(path: string, body: string | Uint8Array): Promise<void>;
  mvn(project: string, ...args: string[]): Promise<Ran>;
  /** Runs another version of Maven, which is downloaded from Maven Central once. */
  otherMvn(version: keyof typeof others, project: string, ...args: string[]): Promise<Ran>;
  /** Starts Maven and kills it as soon as `isTime` resolves. Returns false when it had ended before. */
  mvnUntil(project: string, isTime: () => Promise<unknown>, ...args: string[]): Promise<boolean>;
  /** Runs another program in the folder of a project. */
  run(
    project: string,
    command: string,
    args: readonly string[],
    environment?: NodeJS.ProcessEnv,
  ): Promise<Ran>;
  /** Removes artifacts of the group from Maven's cache, so that Maven requests them again. */
  forget(group: string): Promise<void>;
  remove(): Promise<void>;
}

/** `token`: of the user who deploys; null for builds without a token. */
export async function createWorkspace({ token }: { token: string | null }): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-maven-'));
  const write = async (path: string, body: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), body);
  };
  const server = `<server><id>rookery</id><username>anybody</username><password>${token}</password></server>`;
  await write('settings.xml', `<settings><servers>${token === null ? '' : server}</servers></settings>`);
  const run = (
    project: string,
    command: string,
    args: readonly string[],
    environment: NodeJS.ProcessEnv = {},
  ) =>
    new Promise<Ran>((resolve) => {
      const limits = { cwd: join(folder, project), timeout: 400_000, maxBuffer: 64 * 1024 * 1024 };
      const env = { ...process.env, ...shortLived, ...environment };
      execFile(
        command,
        command === 'java' ? [...shortRun, ...args] : args,
        { ...limits, env },
        (error, stdout, stderr) => {
          const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
          resolve({ code, output: stdout + stderr });
        },
      );
    });
  const all = ['-B', '-ntp', '-s', join(folder, 'settings.xml'), `-Dmaven.repo.local=${pluginCache}`];
  const mvn: Workspace['mvn'] = (project, ...args) =>
    run(project, requireTool(tool, missing), [...all, ...args]);
  return {
    folder,
    cache: pluginCache,
    write,
    run,
    mvn,
    async mvnUntil(project, isTime, ...args) {
      const cwd = join(folder, project);
      // the script of Maven replaces its process with Java
      const env = { ...process.env, ...shortLived };
      const child = spawn(requireTool(tool, missing), [...all, ...args], { cwd, env, stdio: 'ignore' });
      const ended = once(child, 'exit').then(() => false);
      try {
        return await Promise.race([isTime().then(() => true), ended]);
      } finally {
        child.kill('SIGKILL');
        await ended;
      }
    },
    async otherMvn(version, project, ...args) {
      const script = await install(mvn, others[version]);
      // otherwise this Maven downloads a list of prefixes from each repository that a plugin names
      return run(project, 'sh', [script, ...all, '-Daether.remoteRepositoryFilter.prefixes=false', ...args]);
    },
    forget: (group) => rm(join(pluginCache, ...group.split('.')), { recursive: true, force: true }),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Installs a version of Maven. Returns the path of its script. */
async function install(mvn: Workspace['mvn'], version: string): Promise<string> {
  const target = join(caches, 'maven-others');
  const script = join(target, `apache-maven-${version}`, 'bin', 'mvn');
  const isThere = await access(script).then(
    () => true,
    () => false,
  );
  if (isThere) return script;
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack';
  const artifact = `-Dartifact=org.apache.maven:apache-maven:${version}:zip:bin`;
  const unpacked = await mvn('.', goal, artifact, `-DoutputDirectory=${target}`);
  if (unpacked.code !== 0) throw new Error(`Maven ${version} could not be had: ${unpacked.output}`);
  return script;
}

/** Downloads a program that is a single jar from Maven Central, once. @throws Error */
export async function fetchJar(workspace: Workspace, coordinates: string): Promise<string> {
  const [, artifact, version] = coordinates.split(':');
  const folder = join(caches, 'jars');
  const jar = join(folder, `${artifact}-${version}.jar`);
  const isThere = await access(jar).then(
    () => true,
    () => false,
  );
  if (isThere) return jar;
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  const copied = await workspace.mvn('.', goal, `-Dartifact=${coordinates}`, `-DoutputDirectory=${folder}`);
  if (copied.code !== 0) throw new Error(`${coordinates} could not be had: ${copied.output}`);
  return jar;
}

/** Downloads a program and its dependencies from Maven Central. Returns the class path. @throws Error */
export async function fetchProgram(workspace: Workspace, coordinates: string): Promise<string> {
  const [group, artifact, version] = coordinates.split(':');
  const project = `programs/${artifact}`;
  await workspace.write(
    `${project}/pom.xml`,
    `<project><modelVersion>4.0.0</modelVersion><groupId>programs</groupId><artifactId>programs</artifactId><version>1</version><packaging>pom</packaging>
    <dependencies><dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency></dependencies></project>`,
  );
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
  const copied = await workspace.mvn(project, goal, '-DoutputDirectory=jars');
  if (copied.code !== 0) throw new Error(`${coordinates} could not be had: ${copied.output}`);
  return join(workspace.folder, project, 'jars', '*');
}

export interface Project {
  group: string;
  artifact: string;
  version: string;
  url: string;
  /** Elements to add to the POM. */
  inside?: string;
}

/** A project with one class that deploys to `url`. */
export function projectPom({ group, artifact, version, url, inside = '' }: Project): string {
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

export function dependency({ group, artifact, version }: Omit<Project, 'url'>, more = ''): string {
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>${version === '' ? '' : `<version>${version}</version>`}${more}</dependency>`;
}

/** A plugin of Maven itself with a goal that runs in the build. */
export function plugin(artifact: string, version: string, goal: string, configuration = ''): string {
  return `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>${artifact}</artifactId><version>${version}</version>
    <executions><execution><goals><goal>${goal}</goal></goals></execution></executions><configuration>${configuration}</configuration></plugin>`;
}
