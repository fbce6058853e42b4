import { spawn } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Comparison } from './support/compare.ts';
import { publicBenches, type PublicBench } from './support/public-benches.ts';
import { measureBusyness, measureNoise, percent, whyBusy } from './support/quietness.ts';
import { type Outcome, readOutcomes, type Table, writePage } from './support/public-page.ts';
import { type Row, say } from './support/report.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: publicBenches.map(({ file }) => file).join(',') },
    docs: { type: 'string', default: join(import.meta.dirname, '../docs') },
    force: { type: 'boolean', default: false },
  },
});
const wanted = new Set(values.only.split(','));
const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
const date = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

const busy = whyBusy(await measureBusyness());
if (busy !== undefined && !values.force) {
  say(`Not measured: ${busy}. --force measures all the same, prints the figures and writes nothing.`);
  process.exit(1);
}

let outcomes = await readOutcomes(values.docs);
for (const bench of publicBenches.filter(({ file }) => wanted.has(file))) {
  const begun = performance.now();
  const outcome = await run(bench);
  if (outcome === undefined) {
    // the other benches continue, and the earlier figures of this one are kept
    say(`${bench.title} failed`);
    process.exitCode = 1;
    continue;
  }
  if (busy !== undefined) continue;
  outcomes = { ...outcomes, [bench.file]: outcome };
  // after each bench, so that an interrupted run keeps its figures
  await writePage(values.docs, publicBenches, outcomes);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  say(
    outcome.absent === undefined
      ? `${bench.title}: ${seconds} s`
      : `${bench.title} is left out: ${outcome.absent}`,
  );
}

/** Runs a bench in a separate process, like a single run. Undefined after a failure. */
async function run({ file, options = [] }: PublicBench): Promise<Outcome | undefined> {
  const before = measureNoise();
  const child = spawn(process.execPath, [join(import.meta.dirname, `${file}.ts`), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const rows: Comparison[] = [];
  const tables: Table[] = [];
  let absent: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const facts = line.startsWith('{') ? (JSON.parse(line) as Facts) : undefined;
    if (facts?.comparison !== undefined) rows.push(...((facts.rows ?? []) as readonly Comparison[]));
    else if (facts?.title !== undefined)
      tables.push({ title: facts.title, rows: (facts.rows ?? []) as readonly Row[] });
    else if (facts?.absent !== undefined) ({ absent } = facts);
    else if (facts === undefined) process.stdout.write(`${line}\n`);
  }
  const exitCode = await ended;
  const noise = Math.max(before, measureNoise());
  const mark = busy === undefined ? '' : `; BUSY MACHINE, these figures mean nothing: ${busy}`;
  process.stdout.write(`noise of a constant before and after: ${percent(noise)}${mark}\n`);
  const isEmpty = rows.length + tables.length === 0 && absent === undefined;
  if (exitCode !== 0 || isEmpty) return undefined;
  // the tables of a bench with comparisons repeat its rows
  const others = rows.length === 0 && tables.length > 0 ? { tables } : {};
  return { date, machine, noise, rows, ...others, ...(absent === undefined ? {} : { absent }) };
}

interface Facts {
  comparison?: string;
  title?: string;
  rows?: readonly unknown[];
  absent?: string;
}
