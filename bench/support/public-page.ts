import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, pairChart, ratioChart } from './chart.ts';
import type { Comparison } from './compare.ts';
import { percent } from './quietness.ts';
import type { PublicBench } from './public-benches.ts';
import type { Row } from './report.ts';

/** The result of one run of a bench: rows, or the reason for their absence. */
export interface Outcome {
  /** The day of the run. */
  date: string;
  machine: string;
  /** The variation of the time for the same work, before and after the run: 0.03 is 3 %. Absent in older results. */
  noise?: number;
  rows: readonly Comparison[];
  /** The tables of a bench with its own form of results. */
  tables?: readonly Table[];
  absent?: string;
}

export interface Table {
  title: string;
  rows: readonly Row[];
}

export type Outcomes = Readonly<Record<string, Outcome>>;

const [begin, end] = ['<!-- results: written by the command -->', '<!-- end of results -->'];

/** Earlier results; new measurements replace them. */
export async function readOutcomes(docs: string): Promise<Outcomes> {
  try {
    return JSON.parse(await readFile(join(docs, 'benchmarks/results.json'), 'utf8')) as Outcomes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Writes figures, charts, and the part of the page between the two marks. */
export async function writePage(
  docs: string,
  benches: readonly PublicBench[],
  outcomes: Outcomes,
): Promise<void> {
  const folder = join(docs, 'benchmarks');
  await mkdir(folder, { recursive: true });
  const known = benches.flatMap((bench) => {
    const outcome = outcomes[bench.file];
    return outcome === undefined ? [] : [{ ...bench, outcome }];
  });
  const kept = Object.fromEntries(known.map(({ file, outcome }) => [file, outcome]));
  await writeFile(join(folder, 'results.json'), `${JSON.stringify(kept, null, 2)}\n`);
  const measured = known.filter(({ outcome }) => outcome.rows.length > 0);
  const groups = measured.map(({ title, outcome }) => ({ name: title, rows: outcome.rows }));
  await writeFile(
    join(folder, 'overview.svg'),
    ratioChart('Rookery beside its peers: times as fast', groups),
  );
  for (const { file, title, outcome } of measured) {
    await writeFile(join(folder, `${file}.svg`), pairChart(title, outcome.rows));
  }
  const page = join(docs, 'BENCHMARKS.md');
  await writeFile(page, replaced(await readFile(page, 'utf8'), sectionsOf(known)));
}

function sectionsOf(known: readonly (PublicBench & { outcome: Outcome })[]): string {
  const overview = '![Rookery beside its peers](benchmarks/overview.svg)';
  const sections = known.map(({ file, title, outcome }) => {
    const { rows, tables = [], absent, date, machine, noise } = outcome;
    const quietness = noise === undefined ? '' : `, noise of a constant ${percent(noise)}`;
    if (rows.length + tables.length === 0) return `### ${title}\n\nNot measured: ${absent ?? 'no figures'}.`;
    const charted = rows.length === 0 ? [] : [tableOf(rows), `![${title}](benchmarks/${file}.svg)`];
    const others = tables.map((table) => `${table.title}:\n\n${plainTable(table.rows)}`);
    return [`### ${title}`, `${date}, ${machine}${quietness}.`, ...charted, ...others].join('\n\n');
  });
  return [overview, ...sections, `### Where we are slower\n\n${lossesOf(known)}`].join('\n\n');
}

function tableOf(rows: readonly Comparison[]): string {
  const lines = rows.map(
    ({ what, unit, peer, theirs, ours, ratio }) =>
      `| ${what} | ${unit} | ${peer} | ${format(theirs)} | ${format(ours)} | ${format(ratio)} |`,
  );
  return [
    '| what | unit | peer | peer’s | ours | times as fast |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function plainTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cellsOf = (row: Row) =>
    columns.map((column) => {
      const cell = row[column] ?? '';
      return typeof cell === 'number' ? format(cell) : cell;
    });
  const head = [line(columns), `|${columns.map(() => '---|').join('')}`];
  return [...head, ...rows.map((row) => line(cellsOf(row)))].join('\n');
}

/** The size of each loss, largest first. */
function lossesOf(known: readonly { title: string; outcome: Outcome }[]): string {
  const losses = known
    .flatMap(({ title, outcome }) => outcome.rows.map((row) => ({ ...row, title })))
    .filter(({ ratio }) => ratio < 1)
    .toSorted((a, b) => a.ratio - b.ratio);
  if (losses.length === 0) return 'Nowhere in these runs.';
  return losses
    .map(({ title, what, peer, ratio }) => `- ${title}, ${what}: ${format(ratio)} of ${peer}`)
    .join('\n');
}

/** @throws Error when the page lacks the marks */
export function replaced(page: string, sections: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error('the page has no place for results');
  return `${page.slice(0, from + begin.length)}\n\n${sections}\n\n${page.slice(to)}`;
}
