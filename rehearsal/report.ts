import type { Count, Seen } from './tally.ts';

/** What became of one act. */
export interface Outcome {
  act: string;
  summary: string;
  seen: Seen;
  /** Until everything was whole; undefined where it never was, for the reason in `problem`. */
  secondsUntilWhole?: number;
  lost: readonly string[];
  mayFailReads: boolean;
  note?: string;
  problem?: string;
}

export interface Machine {
  date: string;
  command: string;
  system: string;
  cores: number;
  memoryGiB: number;
  /** Mean of runnable tasks in the minute before the start, and over all acts. */
  load: number;
  loadDuring: number;
  proxy: string;
  /** What runs the workflows. */
  temporal: string;
  acknowledged: number;
}

/** The targets that an act misses, in words. */
export function missedTargets({ act, seen, lost, mayFailReads, problem }: Outcome): string[] {
  const missed: string[] = [];
  if (lost.length > 0) missed.push(`${act}: ${lost.length} acknowledged packages are lost (${lost[0]})`);
  if (seen.reads.failed > 0 && !mayFailReads) {
    missed.push(`${act}: ${seen.reads.failed} reads failed (${reasonsOf(seen.reads)})`);
  }
  if (problem !== undefined) missed.push(`${act}: ${problem}`);
  return missed;
}

/** The report in Markdown. */
export function describe(machine: Machine, outcomes: readonly Outcome[]): string {
  const missed = outcomes.flatMap(missedTargets);
  return `# Rehearsal

What clients see while parts of a deployment fail: written by \`npm run rehearse\`, which [Operating Rookery](OPERATIONS.md#rehearsal) explains.

| | |
|---|---|
| date | ${machine.date} |
| command | \`${machine.command}\` |
| machine | ${machine.system}, ${machine.cores} cores, ${machine.memoryGiB} GiB of memory, load ${machine.load} before the start, ${machine.loadDuring} during the acts, this rehearsal included |
| deployment | the roles and variables of \`docker-compose.yml\`: three api, two worker, scanner, two engine behind ${machine.proxy}; PostgreSQL with a synchronous standby, pgbouncer, Redis, S3, Elasticsearch, ${machine.temporal} |
| acknowledged in all | ${machine.acknowledged} packages, each read again at the end with its digests |

Targets: nothing acknowledged is lost in any act; no act but the loss of the database makes hosted reads fail.
${missed.length === 0 ? 'All acts meet both.' : `Missed:\n\n${missed.map((each) => `- ${each}`).join('\n')}`}

| act | failed publishes | failed reads | slowest publish, read | whole after | lost |
|---|---|---|---|---|---|
${outcomes.map(rowOf).join('\n')}

Publishes are counted by request: a client that is refused tries again. "Whole" is the time from the end of the disturbance until every role is healthy, every replica
finds all of its parts, and a publish of each ecosystem is taken at the first try, installed and found.

| act | what happens | what clients were answered | note |
|---|---|---|---|
${outcomes.map(detailsOf).join('\n')}
`;
}

function rowOf({ act, seen, secondsUntilWhole, lost }: Outcome): string {
  const { publishes, reads } = seen;
  const whole = secondsUntilWhole === undefined ? 'never' : `${secondsUntilWhole.toFixed(1)} s`;
  const slowest = `${inSeconds(publishes)}, ${inSeconds(reads)}`;
  return `| ${act} | ${share(publishes)} | ${share(reads)} | ${slowest} | ${whole} | ${lost.length} |`;
}

function detailsOf({ act, summary, seen, note = '', mayFailReads }: Outcome): string {
  const reads = reasonsOf(seen.reads);
  const answers = [reasonsOf(seen.publishes), reads && `reads: ${reads}`].filter(Boolean).join('; ');
  const notes = [note, mayFailReads ? 'the database is lost: reads may fail' : ''].filter(Boolean).join('; ');
  return `| ${act} | ${inCell(summary)} | ${inCell(answers)} | ${inCell(notes)} |`;
}

const share = ({ done, failed }: Count): string => `${failed} of ${done + failed}`;
const inSeconds = ({ slowestMs }: Count): string => `${(slowestMs / 1_000).toFixed(1)} s`;
const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

function reasonsOf({ reasons }: Count): string {
  const ordered = Object.entries(reasons).toSorted(([, a], [, b]) => b - a);
  const shown = ordered.slice(0, 4).map(([reason, times]) => `${times} × ${reason}`);
  const more = ordered.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} other reasons`] : [])].join(', ');
}
