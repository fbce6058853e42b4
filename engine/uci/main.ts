import { createInterface } from 'node:readline';
import { Session } from './session.ts';

process.stdout.on('error', () => {});

const session = await Session.open((line) => {
  process.stdout.write(`${line}\n`);
});
const [command, ...words] = process.argv.slice(2);
if (command === 'bench') {
  await session.handle(['bench', ...words].join(' '));
  await session.close();
} else {
  // One line after the other; a search runs beside them.
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (!(await session.handle(line))) break;
  }
  await session.close();
  process.exit(0);
}
