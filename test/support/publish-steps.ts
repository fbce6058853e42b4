import { expect } from 'vitest';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { type HeldLock, holdLock } from './database.ts';
import { eventually } from './eventually.ts';
import type { PackagePlatform } from './platform.ts';

/** What is published while a step of it is held. */
export interface Held {
  ecosystem: EcosystemId;
  /** Key of the package. */
  name: string;
  /** Of a file that nobody has published yet. */
  sha256: string;
  /** Path of the package's document. */
  document: string;
}

export type Hold = readonly [statement: string, values: unknown[]];

/** What each step of a publish needs that a test can hold, the last step first: who is sent later must not be held by it. */
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

/** One publish that stands still. */
export interface Standing<Told, Seen> {
  hold: Hold;
  send(): Promise<Told>;
  look(): Promise<Seen>;
}

/**
 * Lets publishes stand still, kills the worker, looks, and lets everything go on: one death for all of them. What readers
 * saw in between, and what the senders were told.
 */
export async function killWorkerWith<Told, Seen>(
  platform: PackagePlatform,
  standing: readonly Standing<Told, Seen>[],
): Promise<{ between: Seen; told: Told }[]> {
  const locks: HeldLock[] = [];
  const answers: Promise<Told>[] = [];
  for (const { hold, send } of standing) {
    const lock = await holdLock(platform.databaseUrl, ...hold);
    locks.push(lock);
    answers.push(send());
    const facts = async () => ({ hold, waiting: await lock.waiting() });
    await eventually(async () => expect(await facts()).toEqual({ hold, waiting: 1 }), { withinMs: 60_000 });
  }

  await platform.roles.worker.kill();

  const seen: Seen[] = [];
  for (const { look } of standing) seen.push(await look());
  const told = await Promise.all(answers);
  await Promise.all(locks.map((lock) => lock.release()));
  platform.roles.worker = await platform.roles.worker.restart();
  return seen.map((between, place) => ({ between, told: told[place] as Told }));
}
