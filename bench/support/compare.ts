import { parseArgs } from 'node:util';
import { type LoadResult, runClients } from './clients.ts';
import { type HttpResult, loadHttp } from './http-load.ts';
import { report, say } from './report.ts';
import { median, round } from './statistics.ts';

/** One row of the public benchmark: the same work for the peer and for us, alternately. */
export interface Comparison {
  what: string;
  unit: 'per second' | 'ms';
  peer: string;
  theirs: number;
  ours: number;
  /** Our speed divided by the peer's: above 1 we are faster, for every unit. */
  ratio: number;
}

/** One side of a comparison. */
export interface Side {
  /**
   * Prepares a release and returns a function that sends it and waits until readers see it: only this function is
   * timed.
   */
  prepare(name: string, version: string): Promise<() => Promise<void>>;
  /** The index document of a package. */
  documentUrl(name: string): string;
  /** A file of a release. */
  fileUrl(name: string, version: string): string;
}

export interface Settings {
  connections: number;
  seconds: number;
  rounds: number;
  operations: number;
  versions: number;
  bytes: number;
}

/** The options of every adapter's bench; the defaults make it short. */
const usual = {
  connections: '20',
  seconds: '2',
  rounds: '3',
  operations: '40',
  versions: '30',
  bytes: '20000',
} as const satisfies Record<keyof Settings, string>;

/** `own`: numeric options of one bench in addition to the common ones, with their defaults. */
export function readSettings<Own extends string = never>(
  own?: Readonly<Record<Own, string>>,
): Settings & Record<Own, number> {
  const defaults: Record<string, string> = { ...usual, ...own };
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, { type: 'string', default: value } as const]),
  );
  const { values } = parseArgs({ options });
  const numbers = Object.entries(values).map(([name, value]) => [name, Number(value)]);
  return Object.fromEntries(numbers) as Settings & Record<Own, number>;
}

/** Prints a table for people, and a line that `all` collects. */
export function reportComparisons(title: string, rows: readonly Comparison[]): void {
  report(
    title,
    rows.map(({ what, unit, peer, theirs, ours, ratio }) => ({
      what,
      unit,
      peer,
      'of the peer': theirs,
      rookery: ours,
      'times as fast': ratio,
    })),
  );
  process.stdout.write(`${JSON.stringify({ comparison: title, rows })}\n`);
}

/**
 * Starts the peer; if it is not available, prints why and exits without a failure. Call it before the platform
 * starts.
 */
export async function startPeer<Peer>(start: () => Promise<Peer>): Promise<Peer> {
  try {
    return await start();
  } catch (error) {
    const absent = error instanceof Error ? error.message : String(error);
    process.stdout.write(`not measured: ${absent}\n${JSON.stringify({ absent })}\n`);
    return process.exit(0);
  }
}

/** Compares a registry with another one: reads of 30 versions, then publishes of new names. */
export async function compareSides(
  peer: string,
  { ours, theirs }: { ours: Side; theirs: Side },
  settings: Settings,
): Promise<Comparison[]> {
  const name = 'bench-reads';
  const versions = Array.from({ length: settings.versions }, (_, patch) => `1.0.${patch}`);
  for (const side of [theirs, ours]) {
    for (const version of versions) await (await side.prepare(name, version))();
  }
  const reads = [
    [`index document of ${settings.versions} versions`, (side: Side) => side.documentUrl(name)],
    [`file of ${round(settings.bytes / 1000, 0)} kB`, (side: Side) => side.fileUrl(name, '1.0.0')],
  ] as const;
  const rows: Comparison[] = [];
  for (const [what, urlOf] of reads) {
    rows.push(await compareReads({ what, peer, ours: urlOf(ours), theirs: urlOf(theirs) }, settings));
  }
  const publishes = { peer, ours: ours.prepare, theirs: theirs.prepare };
  return [...rows, ...(await comparePublishes(publishes, settings))];
}

interface Read {
  what: string;
  peer: string;
  ours: string;
  theirs: string;
  accept?: string;
  range?: string;
}

export async function compareReads(
  { what, peer, accept, range, ...urls }: Read,
  settings: Settings,
): Promise<Comparison> {
  const load = {
    ...settings,
    ...(accept === undefined ? {} : { accept }),
    ...(range === undefined ? {} : { range }),
  };
  for (const url of [urls.theirs, urls.ours]) await loadHttp(url, { ...load, seconds: 1 });
  const { ours, theirs } = await inTurns<HttpResult>(settings.rounds, what, {
    ours: () => loadHttp(urls.ours, load),
    theirs: () => loadHttp(urls.theirs, load),
  });
  return compared({ what, peer, unit: 'per second' }, rates(theirs), rates(ours));
}

type Prepare = Side['prepare'];

/** Publishes and reads new names: one client for the time, 8 clients for the throughput. */
export async function comparePublishes(
  { peer, ours, theirs }: { peer: string; ours: Prepare; theirs: Prepare },
  settings: Settings,
): Promise<Comparison[]> {
  let series = 0;
  const measure = (clients: number, prepare: Prepare) => async () => {
    series += 1;
    const operations = clients === 1 ? Math.ceil(settings.operations / 2) : settings.operations;
    const sends: (() => Promise<void>)[] = [];
    for (let at = 0; at < operations; at += 1) sends.push(await prepare(`bench-${series}-${at}`, '1.0.0'));
    return runClients({ clients, operations }, async (index) => sends[index]?.());
  };
  const rows: Comparison[] = [];
  for (const clients of [1, 8]) {
    const what = `publish until visible, ${clients === 1 ? '1 client' : `${clients} clients`}`;
    const results = await inTurns<LoadResult>(settings.rounds, what, {
      ours: measure(clients, ours),
      theirs: measure(clients, theirs),
    });
    const alone = (list: LoadResult[]) => list.map((it) => it.median);
    rows.push(
      clients === 1
        ? compared({ what, peer, unit: 'ms' }, alone(results.theirs), alone(results.ours))
        : compared({ what, peer, unit: 'per second' }, rates(results.theirs), rates(results.ours)),
    );
  }
  return rows;
}

/** Medians of both sides, and the median of the ratios of the rounds: noise affects both sides of a round. */
export function compared(
  row: Pick<Comparison, 'what' | 'peer' | 'unit'>,
  theirs: readonly number[],
  ours: readonly number[],
): Comparison {
  const ratios = ours.map((value, index) => {
    const other = theirs[index] ?? Number.NaN;
    return row.unit === 'ms' ? other / value : value / other;
  });
  // `median` rounds to two digits itself, so the ratios are multiplied by 1,000
  const ratio = round(median(ratios.map((value) => value * 1_000)) / 1_000, 2);
  return { ...row, theirs: median(theirs), ours: median(ours), ratio };
}

function rates(results: readonly { perSecond: number }[]): number[] {
  return results.map((it) => it.perSecond);
}

async function inTurns<Result>(
  rounds: number,
  what: string,
  { ours, theirs }: Record<'ours' | 'theirs', () => Promise<Result>>,
): Promise<Record<'ours' | 'theirs', Result[]>> {
  const results = { ours: [] as Result[], theirs: [] as Result[] };
  for (let at = 1; at <= rounds; at += 1) {
    say(`${what}, round ${at}`);
    results.theirs.push(await theirs());
    results.ours.push(await ours());
  }
  return results;
}
