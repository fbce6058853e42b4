import { join } from 'node:path';
import { demoToken } from './demo/account.ts';
import { readFolder } from './demo/folder.ts';
import { packCrate } from './demo/pack-crate.ts';
import { packNupkg } from './demo/pack-nupkg.ts';
import { type Outcome, publishCrate, publishNupkg } from './demo/publish.ts';
import { print } from './output.ts';
import { root } from './paths.ts';
import { ensureSecret } from './start/data-folder.ts';

const sentences: Record<Outcome, string> = {
  published: 'published',
  held: 'uploaded, held for review',
  exists: 'was published before',
};

/**
 * Publishes the bundled examples over HTTP, the way their own tools do. Safe to repeat.
 * @throws Error with the server's own sentence
 */
export async function runDemo(env: NodeJS.ProcessEnv): Promise<void> {
  const url = (env['PUBLIC_URL'] ?? '').replace(/\/+$/, '');
  if (url === '') throw new Error('no platform runs on DATA_DIR; start one or set PUBLIC_URL');
  const token = await demoToken(url, ensureSecret(join(env['DATA_DIR'] ?? '', 'demo-password')));
  const registry = { url, token };

  const crate = await packCrate(readFolder(join(root, 'examples', 'cargo', 'rookery-hello')));
  report(`crate ${crate.name} ${crate.version}`, await publishCrate(registry, crate));

  const nupkg = packNupkg(readFolder(join(root, 'examples', 'nuget', 'Rookery.Hello')));
  report(`package ${nupkg.id} ${nupkg.version}`, await publishNupkg(registry, nupkg));
}

function report(what: string, outcome: Outcome): void {
  print(`${what} ${sentences[outcome]}`);
}
