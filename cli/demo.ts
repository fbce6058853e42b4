import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoToken } from './demo/account.ts';
import { readFolder } from './demo/folder.ts';
import { packCrate } from './demo/pack-crate.ts';
import { packNupkg } from './demo/pack-nupkg.ts';
import { type Outcome, publishCrate, publishNupkg } from './demo/publish.ts';
import { type ReviewedGame, reviewGame } from './demo/review-game.ts';
import { print } from './output.ts';
import { root } from './paths.ts';
import { ensureSecret } from './start/data-folder.ts';
import { withoutTrailing } from '../domain/trim-end.ts';

const sentences: Record<Outcome, string> = {
  published: 'published',
  held: 'uploaded, held for review',
  exists: 'was published before',
};

/**
 * Publishes the bundled examples over HTTP, in the same way as their tools, and has the bundled game reviewed. Safe
 * to repeat.
 * @throws Error with the server's own sentence
 */
export async function runDemo(env: NodeJS.ProcessEnv): Promise<void> {
  const url = withoutTrailing(env['PUBLIC_URL'] ?? '', '/');
  if (url === '') throw new Error('no platform runs on DATA_DIR; start one or set PUBLIC_URL');
  const token = await demoToken(url, ensureSecret(join(env['DATA_DIR'] ?? '', 'demo-password')));
  const registry = { url, token };

  const crate = await packCrate(readFolder(join(root, 'examples', 'cargo', 'rookery-hello')));
  report(`crate ${crate.name} ${crate.version}`, await publishCrate(registry, crate));

  const nupkg = await packNupkg(readFolder(join(root, 'examples', 'nuget', 'Rookery.Hello')));
  report(`package ${nupkg.id} ${nupkg.version}`, await publishNupkg(registry, nupkg));

  const pgn = readFileSync(join(root, 'examples', 'chess', 'opera-game.pgn'), 'utf8');
  const { jobId, summary } = await reviewGame(url, pgn);
  const { total_moves: moves, white_accuracy: white, black_accuracy: black } = summary;
  print(`Morphy's Opera Game reviewed, ${moves} half-moves: accuracy ${white} % to ${black} %,`);
  print(`${countsOf(summary)}; the whole review: ${url}/api/analysis/jobs/${jobId}`);
}

function countsOf({ inaccuracies, mistakes, blunders }: ReviewedGame['summary']): string {
  return `inaccuracies ${inaccuracies}, mistakes ${mistakes}, blunders ${blunders}`;
}

function report(what: string, outcome: Outcome): void {
  print(`${what} ${sentences[outcome]}`);
}
