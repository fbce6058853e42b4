import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findTool, requireTool } from '../tool.ts';

const run = promisify(execFile);

const version = '8.19.21';
const artifact = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${version}:zip`;
const getter = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';
const sources = ['LocalModules.java', 'plugin-descriptor.properties'] as const;

/** The server refuses to run as root, and other accounts cannot read the home of root. */
const cache = process.getuid?.() === 0 ? '/var/cache/rookery' : join(homedir(), '.cache/rookery');

/** Folder of an Elasticsearch with our plugin, built once per machine. @throws Error without Maven or a JDK */
export async function installElasticsearch(): Promise<string> {
  const plugin = await Promise.all(sources.map((file) => readFile(join(import.meta.dirname, file))));
  const mark = createHash('sha256').update(Buffer.concat(plugin)).digest('hex').slice(0, 12);
  const folder = join(cache, `elasticsearch-${version}-${mark}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  // in another folder first: a concurrent run must not see an incomplete one
  const draft = await mkdtemp(join(cache, 'draft-'));
  try {
    await rename(await build(draft), folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

async function build(draft: string): Promise<string> {
  const [mvn, javac, jar] = ['mvn', 'javac', 'jar'].map((tool) =>
    requireTool(findTool(tool), `${tool} is not on PATH`),
  );
  await run(mvn ?? '', [
    '-q',
    '-B',
    `${getter}:copy`,
    `-Dartifact=${artifact}`,
    `-DoutputDirectory=${draft}`,
  ]);
  const [archive = ''] = (await readdir(draft)).filter((file) => file.endsWith('.zip'));
  await run(jar ?? '', ['xf', join(draft, archive)], { cwd: draft });
  const home = join(draft, `elasticsearch-${version}`);
  const [classes, plugin] = [join(draft, 'classes'), join(home, 'plugins/local-modules')];
  await mkdir(plugin, { recursive: true });
  const source = join(import.meta.dirname, 'LocalModules.java');
  await run(javac ?? '', [
    '-proc:none',
    '--release',
    '17',
    '-cp',
    join(home, 'lib/*'),
    '-d',
    classes,
    source,
  ]);
  await run(jar ?? '', ['cf', join(plugin, 'local-modules.jar'), '-C', classes, '.']);
  await copyFile(join(import.meta.dirname, sources[1]), join(plugin, sources[1]));
  for (const program of await readdir(join(home, 'bin'))) await chmod(join(home, 'bin', program), 0o755);
  await run('chmod', ['-R', 'a+rX', draft]);
  return home;
}

if (import.meta.main) process.stdout.write(`${await installElasticsearch()}\n`);
