import type { Count, Seen } from './tally.ts';

/** The result of a check of acknowledged packages. */
export interface Check {
  entries: number;
  /** The number of packages that were read again. */
  read: number;
  lost: readonly string[];
  /** Missing packages that the check reported as present: with any of them the check proves nothing. */
  overlooked: number;
}

/** The result of one act. */
export interface Outcome {
  act: string;
  summary: string;
  seen: Seen;
  /** Seconds until the deployment worked again; undefined where it did not, with the reason in `problem`. */
  secondsUntilWhole?: number;
  check: Check;
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
  /** Runnable tasks, averaged over the minute before the start and over all acts. */
  load: number;
  loadDuring: number;
  proxy: string;
  /** The name of the workflow server. */
  temporal: string;
}

/** The targets that an act misses, as sentences. */
export function missedTargets({ act, seen, check, mayFailReads, problem }: Outcome): string[] {
  const missed = missedByCheck(act, check);
  for (const [what, { done, failed }] of [
    ['publishes', seen.publishes],
    ['reads', seen.reads],
  ] as const) {
    if (done + failed === 0) missed.push(`${act}: no traffic (0 of 0 ${what})`);
  }
  if (seen.reads.failed > 0 && !mayFailReads) {
    missed.push(`${act}: ${seen.reads.failed} reads failed (${reasonsOf(seen.reads)})`);
  }
  if (problem !== undefined) missed.push(`${act}: ${problem}`);
  return missed;
}

/** The targets that a check for lost packages misses, as sentences. */
export function missedByCheck(when: string, { entries, read, lost, overlooked }: Check): string[] {
  const missed: string[] = [];
  if (lost.length > 0) missed.push(`${when}: ${lost.length} acknowledged packages are lost (${lost[0]})`);
  if (entries === 0) missed.push(`${when}: nothing acknowledged was there to be read again`);
  if (read !== entries) missed.push(`${when}: ${read} of ${entries} acknowledged packages were read again`);
  if (overlooked > 0) missed.push(`${when}: ${overlooked} packages that can't be there were not found lost`);
  return missed;
}

/** The report in Markdown. `last`: the check of all acknowledged packages after all acts. */
export function describe(machine: Machine, outcomes: readonly Outcome[], last: Check): string {
  const missed = [...outcomes.flatMap(missedTargets), ...missedByCheck('at the end', last)];
  return `# Rehearsal

What clients see while parts of a deployment fail: written by \`npm run rehearse\`, which [Operating Rookery](OPERATIONS.md#rehearsal) explains.

| | |
|---|---|
| date | ${machine.date} |
| command | \`${machine.command}\` |
| machine | ${machine.system}, ${machine.cores} cores, ${machine.memoryGiB} GiB of memory, load ${machine.load} before the start, ${machine.loadDuring} during the acts, this rehearsal included |
| deployment | the roles and variables of \`docker-compose.yml\`: three api, two worker, scanner, two engine behind ${machine.proxy}; PostgreSQL with a synchronous standby, pgbouncer, Redis, S3, Elasticsearch, ${machine.temporal} |
| acknowledged in all | ${last.entries} packages; ${last.read} read again at the end with their digests, ${last.lost.length} lost |

Targets: nothing acknowledged is lost in any act, as a check says that finds two packages lost which can't be there; no act but the loss of the database makes hosted reads fail.
${missed.length === 0 ? 'All acts meet both.' : `Missed:\n\n${missed.map((each) => `- ${each}`).join('\n')}`}

| act | failed publishes | failed reads | slowest publish, read | whole after | lost of those read again |
|---|---|---|---|---|---|
${outcomes.map(rowOf).join('\n')}

Publishes are counted by request: a client that is refused tries again. "Whole" is the time from the end of the disturbance until every role is healthy, every replica
finds all of its parts, and a publish of each ecosystem is taken at the first try, installed and found.

| act | what happens | what clients were answered | note |
|---|---|---|---|
${outcomes.map(detailsOf).join('\n')}
`;
}

function rowOf({ act, seen, secondsUntilWhole, check }: Outcome): string {
  const { publishes, reads } = seen;
  const whole = secondsUntilWhole === undefined ? 'never' : `${secondsUntilWhole.toFixed(1)} s`;
  const slowest = `${inSeconds(publishes)}, ${inSeconds(reads)}`;
  return `| ${act} | ${share(publishes)} | ${share(reads)} | ${slowest} | ${whole} | ${check.lost.length} of ${check.read} |`;
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
