import { expect } from 'vitest';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { type HeldLock, holdLock } from './database.ts';
import { eventually } from './eventually.ts';
import type { PackagePlatform } from './platform.ts';

/** A publish with a blocked step. */
export interface Held {
  ecosystem: EcosystemId;
  /** Key of the package. */
  name: string;
  /** The digest of an unpublished file. */
  sha256: string;
  /** Path of the package's document. */
  document: string;
}

export type Hold = readonly [statement: string, values: unknown[]];

/** The locks that block each step of a publish, the last step first: no lock may block a later publish too early. */
export const publishSteps = {
  search: ({ name }: Held): Hold => ['select from search_documents where name_key = $1 for update', [name]],
  publish: ({ ecosystem, document }: Held): Hold => [
    'select from documents where ecosystem = $1 and path = $2 for update',
    [ecosystem, document],
  ],
  store: ({ sha256 }: Held): Hold => ['insert into blobs (sha256, size_bytes) values ($1, 1)', [sha256]],
  quarantine: ({ name }: Held): Hold => ['select from packages where name = $1 for update', [name]],
  scan: (): Hold => ['lock table release_metadata in exclusive mode', []],
};
export type PublishStep = keyof typeof publishSteps;
export const publishStepNames = [
  'search',
  'publish',
  'store',
  'quarantine',
  'scan',
] as const satisfies PublishStep[];

/** A publish that waits. */
export interface Standing<Told, Seen> {
  hold: Hold;
  send(): Promise<Told>;
  look(): Promise<Seen>;
}

/** For each publish, what readers see while it waits, and the answer to its client. */
export type Outcomes<Name, Told, Seen> = ReadonlyMap<Name, { between: Seen; told: Told }>;

/**
 * Blocks publishes in the order of the map, kills the worker once, reads what clients see, and releases all locks.
 * Returns the outcomes.
 */
export async function killWorkerWith<Name, Told, Seen>(
  platform: PackagePlatform,
  standing: ReadonlyMap<Name, Standing<Told, Seen>>,
): Promise<Outcomes<Name, Told, Seen>> {
  const locks: HeldLock[] = [];
  const answers: Promise<Told>[] = [];
  for (const { hold, send } of standing.values()) {
    const lock = await holdLock(platform.databaseUrl, ...hold);
    locks.push(lock);
    answers.push(send());
    const facts = async () => ({ hold, waiting: await lock.waiting() });
    await eventually(async () => expect(await facts()).toEqual({ hold, waiting: 1 }), { withinMs: 60_000 });
  }

  await platform.roles.worker.kill();

  const seen = new Map<Name, Seen>();
  for (const [name, { look }] of standing) seen.set(name, await look());
  const told = await Promise.all(answers);
  await Promise.all(locks.map((lock) => lock.release()));
  platform.roles.worker = await platform.roles.worker.restart();
  return new Map([...seen].map(([name, between], place) => [name, { between, told: told[place] as Told }]));
}
