import { createInterface } from 'node:readline';
import { ensureCore } from '../compile.ts';
import { Session } from './session.ts';

process.stdout.on('error', () => {});

const write = (line: string) => {
  process.stdout.write(`${line}\n`);
};
await ensureCore('release', () => write('info string compiling the engine, once'));
const session = await Session.open(write);
const [command, ...words] = process.argv.slice(2);
if (command === 'bench') {
  await session.handle(['bench', ...words].join(' '));
  await session.close();
} else {
  // Lines are handled one after the other; a search runs concurrently.
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (!(await session.handle(line))) break;
  }
  await session.close();
  process.exit(0);
}
