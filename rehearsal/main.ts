import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Act } from './acts/act.ts';
import { acts } from './acts/index.ts';
import { help, type Options, readOptions } from './options.ts';
import { play, verifyAll } from './play.ts';
import { describe, missedByCheck, missedTargets, type Outcome } from './report.ts';
import { listMissing } from './requirements.ts';
import { openStage } from './stage.ts';
import { untilWhole } from './whole.ts';

// many children each add an exit listener
process.setMaxListeners(100);

const reportFile = join(import.meta.dirname, '../docs/REHEARSAL.md');
const warmUpMs = 5_000;

const say = (line: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
};

async function rehearse(
  cleanup: AsyncDisposableStack,
  chosen: readonly Act[],
  { seconds, isKept }: Options,
  command: string,
): Promise<boolean> {
  const load = loadavg()[0] ?? 0;
  const stage = await openStage(cleanup, { say, isKept });
  say(`whole after ${(await untilWhole(stage)).toFixed(1)} s`);
  await pause(warmUpMs);
  const outcomes: Outcome[] = [];
  const loads: number[] = [];
  for (const act of chosen) {
    say(`${act.name}: ${act.summary}`);
    const outcome = await play(act, stage, seconds);
    outcomes.push(outcome);
    loads.push(loadavg()[0] ?? 0);
    const { publishes, reads } = outcome.seen;
    say(
      `${act.name}: publishes ${publishes.failed} of ${publishes.failed + publishes.done} failed, reads ${reads.failed} of ${reads.failed + reads.done}, whole after ${outcome.secondsUntilWhole?.toFixed(1) ?? '-'} s, lost ${outcome.check.lost.length} of ${outcome.check.read}`,
    );
    for (const missed of missedTargets(outcome)) say(`  ${missed}`);
  }
  await stage.traffic.stop();
  say(`reading all ${stage.ledger.size} packages again`);
  const last = await verifyAll(stage);
  const machine = {
    date: new Date().toISOString().slice(0, 10),
    command,
    system: `${cpus()[0]?.model ?? process.arch} on ${process.platform}`,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    load: Math.round(load * 10) / 10,
    loadDuring: Math.round((loads.reduce((sum, each) => sum + each, 0) / loads.length) * 10) / 10,
    proxy: stage.proxy,
    temporal: stage.parts.temporal.name,
  };
  const report = describe(machine, outcomes, last);
  if (chosen.length === acts.length) await writeFile(reportFile, report + (await readRemarks()));
  process.stdout.write(report);
  for (const each of last.lost) say(`lost at the end: ${each}`);
  return missedByCheck('at the end', last).length + outcomes.flatMap(missedTargets).length === 0;
}

/** The remarks of people below the report, which are kept. */
async function readRemarks(): Promise<string> {
  const text = await readFile(reportFile, 'utf8').catch(() => '');
  const at = text.indexOf('\n## Remarks');
  return at === -1 ? '' : text.slice(at);
}

/** Rejects at the first Ctrl+C, so that everything is stopped; the second one ends the process at once. */
function interrupted(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        say('stopping');
        process.once(signal, () => process.exit(130));
        reject(new Error(`interrupted by ${signal}`));
      });
    }
  });
}

async function run(chosen: readonly Act[], options: Options, command: string): Promise<boolean> {
  await using cleanup = new AsyncDisposableStack();
  const playing = rehearse(cleanup, chosen, options, command);
  playing.catch(() => undefined);
  return await Promise.race([playing, interrupted()]);
}

try {
  const args = process.argv.slice(2);
  const options = readOptions(
    args,
    acts.map(({ name }) => name),
  );
  const chosen = acts.filter(({ name }) => options.acts.length === 0 || options.acts.includes(name));
  if (options.isHelp) process.stdout.write(help);
  else if (options.isList) {
    process.stdout.write(acts.map(({ name, summary }) => `  ${name.padEnd(22)}${summary}\n`).join(''));
  } else {
    const missing = listMissing();
    if (missing.length > 0)
      throw new Error(`a rehearsal needs more than is here:\n  ${missing.join('\n  ')}`);
    const words = ['npm run rehearse', ...(args.length > 0 ? ['--', ...args] : [])];
    process.exit((await run(chosen, options, words.join(' '))) ? 0 : 1);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
