import { afterEach, expect, it } from 'vitest';
import type { Log } from './log.ts';
import { createService, type Service } from './service.ts';

const said: string[] = [];
const log: Log = { say: (text) => void said.push(text), line: (_part, text) => void said.push(text) };
const book = { add: () => {}, remove: () => {} };

let service: Service | undefined;
afterEach(async () => {
  await service?.stop();
  said.length = 0;
});

/** Reports readiness, starts a child that runs for ever, and then runs the given code. */
function program(then: string): string {
  return `
const { spawn } = require('node:child_process');
const busy = spawn(process.execPath, ['-e', 'process.send?.(0); for (;;);'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
busy.once('message', () => {
  console.log('child ' + busy.pid);
  process.send({ kind: 'ready' });
  ${then}
});`;
}

/** `aliveEveryMs`: the supervisor ends the process after fifteen silent intervals of this length (`liveness.ts`). */
async function start(then: string, aliveEveryMs: number): Promise<void> {
  service = createService(
    {
      name: 'probe',
      stopSignal: 'SIGTERM',
      lastSignal: 'SIGKILL',
      stopMs: 5_000,
      isOurs: true,
      aliveEveryMs,
      shows: () => true,
      launch: async () => ({ file: process.execPath, args: ['-e', program(then)], env: process.env }),
    },
    log,
    book,
  );
  await service.start();
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const children = () => said.flatMap((line) => (line.startsWith('child ') ? [Number(line.slice(6))] : []));

it.each([
  ['is frozen', "process.kill(process.pid, 'SIGSTOP');"],
  ['whose loop does not turn', 'for (;;);'],
])(
  'a process of ours that %s is ended and started again, and what it started is ended',
  async (_what, then) => {
    await start(then, 50);

    await expect.poll(() => children().length, { timeout: 30_000 }).toBeGreaterThan(1);

    expect(said).toContainEqual(expect.stringMatching(/^probe has not answered for .* s: ending it$/));
    const [first = 0] = children();
    await expect.poll(() => isRunning(first), { timeout: 30_000 }).toBe(false);
  },
);

it('a process that says that it lives is left alone', async () => {
  // silent for seconds on a busy machine, but alive
  await start("setInterval(() => process.send({ kind: 'alive' }), 20);", 500);
  await expect.poll(() => children().length, { timeout: 30_000 }).toBe(1);

  await new Promise((resolve) => setTimeout(resolve, 8_500));

  expect(children()).toHaveLength(1);
});
