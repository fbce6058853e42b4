import { spawn } from 'node:child_process';
import { join } from 'node:path';

const benches: Record<string, string> = {
  all: 'every adapter beside a peer, in 15 to 25 minutes; writes docs/BENCHMARKS.md and its charts; not on a busy machine',
  publish: 'publish until visible with 1, 8 and 32 clients, beside a bare workflow on the same server',
  costs: 'what a publish, an image and a tag cost each process: CPU, statements, commits (Linux only)',
  reads: 'index document and download, beside Fastify sending the same bytes from memory',
  versions: 'a crate with 100, 1,000 and 10,000 versions: reading it, publishing one more',
  oci: 'blobs, images, manifests and tags, beside the reference registry',
  npm: 'reads, publishes, a monorepo and a long document, beside Verdaccio',
  maven: 'reads and deploys, beside a file server',
  composer: 'reads and publishes, beside a file server',
  cargo: 'reads and publishes, beside a constant and a bare workflow',
  nuget: 'reads and pushes, beside a constant and a bare workflow',
  generic: 'plain files, beside a file server',
  search:
    'kinds of searches among 100,000 packages, in the database and in Elasticsearch, beside a look-up by name',
  pages: 'pages of a package with a README of 200 kB, beside its JSON',
  gems: 'one more gem beside 100,000, and reads of the compact index, beside gem generate_index and a file server',
  pypi: 'installs of 200 packages, index reads and uploads, beside devpi and pypiserver',
  analysis: 'what an analysed position takes beside its search',
  review: 'a game of 42 moves, beside Stockfish on the same positions',
  memory: 'resident memory of every process under steady load',
};

const [name = '', ...options] = process.argv.slice(2);
if (Object.hasOwn(benches, name)) {
  const file = join(import.meta.dirname, `${name}.ts`);
  spawn(process.execPath, [file, ...options], { stdio: 'inherit' }).once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  const list = Object.entries(benches).map(
    ([bench, what]) => `  npm run bench -- ${bench.padEnd(10)}${what}`,
  );
  process.stdout.write(`${list.join('\n')}\n`);
  process.exitCode = name === '' ? 0 : 1;
}
