import { setTimeout as pause } from 'node:timers/promises';
import { cargoClient } from './clients/cargo.ts';
import type { Client, Draft, Registry } from './clients/client.ts';
import { npmClient } from './clients/npm.ts';
import { ociClient } from './clients/oci.ts';
import { pypiClient } from './clients/pypi.ts';
import type { Entry, Ledger } from './ledger.ts';
import { Tally } from './tally.ts';

/** The pause between two publishes of a client, and between two installations of a reader. */
const restMs = 500;
const readRestMs = 150;
/** The retry interval of standard clients. */
const retryMs = 1_000;
const readers = 3;

export interface Traffic {
  tally: Tally;
  install(entry: Entry): Promise<void>;
  /** Publishes one new package of each ecosystem. @throws Error unless each is acknowledged at the first try */
  publishOnce(): Promise<Entry[]>;
  stop(): Promise<void>;
}

/** Publishes in four ecosystems and installs acknowledged packages, until it is stopped. */
export function startTraffic(registry: Registry, ledger: Ledger): Traffic {
  const clients = [cargoClient, npmClient, pypiClient, ociClient].map((make) => make(registry));
  const tally = new Tally();
  const over = new AbortController();
  const { signal } = over;
  const rest = (milliseconds: number) => pause(milliseconds, undefined, { signal }).catch(() => undefined);

  /** @returns the entry once it is acknowledged */
  async function tryPublish({ entry, publish }: Draft, isRepeated: boolean): Promise<Entry | undefined> {
    const begun = performance.now();
    const { status, text } = await publish();
    const taken = performance.now() - begun;
    // the earlier request was done, but its answer was lost
    const isThere =
      isRepeated &&
      /^4(?:00|03|09|22)$/.test(String(status)) &&
      /exist|already|duplicate|publish over/i.test(text);
    if ((status >= 200 && status < 300) || isThere) {
      tally.add('publish', taken);
      return ledger.add(entry);
    }
    tally.add(
      'publish',
      taken,
      `${entry.ecosystem} ${status}${status === 503 ? '' : ` ${text.slice(0, 80)}`}`,
    );
    return undefined;
  }

  async function publishAll(client: Client): Promise<void> {
    while (!signal.aborted) {
      const draft = await client.make();
      let isRepeated = false;
      while (!(await tryPublish(draft, isRepeated)) && !signal.aborted) {
        isRepeated = true;
        await rest(retryMs);
      }
      await rest(restMs);
    }
  }

  const clientOf = ({ ecosystem }: Entry): Client => {
    const client = clients.find((each) => each.ecosystem === ecosystem);
    if (!client) throw new Error(`no client of ${ecosystem}`);
    return client;
  };

  /** Entries that a reader has read: a publish may be acknowledged before it is visible. */
  const visible = new WeakSet<Entry>();

  async function installAll(): Promise<void> {
    while (!signal.aborted) {
      const entry = ledger.any();
      if (entry) {
        const begun = performance.now();
        const wasVisible = visible.has(entry);
        const problem = await problemOf(() => clientOf(entry).install(entry));
        if (problem === undefined) visible.add(entry);
        const isFresh = Date.now() - entry.acknowledgedAt < 60_000 && !wasVisible;
        if (!(isFresh && problem !== undefined && /404|not (?:in|on)/.test(problem))) {
          tally.add(
            'read',
            performance.now() - begun,
            problem && `${entry.ecosystem} ${withoutNames(problem)}`,
          );
        }
      }
      await rest(readRestMs);
    }
  }

  const running = [...clients.map(publishAll), ...Array.from({ length: readers }, installAll)];
  for (const each of running) each.catch(() => undefined);

  return {
    tally,
    install: (entry) => clientOf(entry).install(entry),
    publishOnce: () =>
      Promise.all(
        clients.map(async (client) => {
          const { entry, publish } = await client.make();
          const { status, text } = await publish();
          if (status < 200 || status >= 300)
            throw new Error(`${client.ecosystem} ${status} ${text.slice(0, 200)}`);
          return ledger.add(entry);
        }),
      ),
    async stop() {
      over.abort();
      await Promise.all(running);
    },
  };
}

async function problemOf(attempt: () => Promise<void>): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Removes names, so that equal reasons are counted together. */
function withoutNames(problem: string): string {
  return problem
    .replaceAll(/rehearsed[-_][0-9a-f]+/g, '…')
    .replaceAll(/sha256:[0-9a-f]+/g, '…')
    .replaceAll(/\/[^ ]*\//g, '…/')
    .slice(0, 80);
}
