/** A package whose publish was acknowledged to a client: it must not be lost. */
export interface Entry {
  ecosystem: string;
  name: string;
  version: string;
  /** SHA-256 of each file, by its name or digest. */
  files: Readonly<Record<string, string>>;
  acknowledgedAt: number;
}

/** The acknowledged packages of a rehearsal, in the order of their acknowledgement. */
export class Ledger {
  readonly #entries: Entry[] = [];

  add(entry: Omit<Entry, 'acknowledgedAt'>): Entry {
    const added = { ...entry, acknowledgedAt: Date.now() };
    this.#entries.push(added);
    return added;
  }

  get size(): number {
    return this.#entries.length;
  }

  since(position: number): readonly Entry[] {
    return this.#entries.slice(position);
  }

  /** A random entry, so that reads miss caches. */
  any(random: () => number = Math.random): Entry | undefined {
    return this.#entries[Math.floor(random() * this.#entries.length)];
  }

  /** Removes entries since `time`, which the restored copy does not have. Returns their number. */
  forgetSince(time: number): number {
    const kept = this.#entries.filter(({ acknowledgedAt }) => acknowledgedAt < time);
    const forgotten = this.#entries.length - kept.length;
    this.#entries.splice(0, this.#entries.length, ...kept);
    return forgotten;
  }
}

/** The result of a search for lost entries. */
export interface Verified {
  /** The number of checked entries. */
  read: number;
  lost: readonly { entry: Entry; problem: string }[];
}

/** Entries that can not be read as acknowledged, each with the reason. */
export async function findLost(
  entries: readonly Entry[],
  read: (entry: Entry) => Promise<void>,
  { atOnce = 8, tries = 20, pauseMs = 500 } = {},
): Promise<Verified> {
  const lost: { entry: Entry; problem: string }[] = [];
  const waiting = [...entries];
  let count = 0;
  async function verify(): Promise<void> {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const problem = await problemOf(entry);
      count += 1;
      if (problem !== undefined) lost.push({ entry, problem });
    }
  }
  /** Retries, as an accepted package may not be visible yet, and a part may still be recovering. */
  async function problemOf(entry: Entry): Promise<string | undefined> {
    let problem: string | undefined;
    for (let left = tries; left > 0; left -= 1) {
      try {
        await read(entry);
        return undefined;
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return problem;
  }
  await Promise.all(Array.from({ length: atOnce }, verify));
  return { read: count, lost };
}

/**
 * Entries that {@link findLost} must report as lost: an unpublished name, and an entry with a wrong digest. A check
 * that misses them would miss every loss.
 */
export function canariesOf(entry: Entry): readonly Entry[] {
  const [file = '', digest = ''] = Object.entries(entry.files)[0] ?? [];
  const changed = (digest.startsWith('0') ? '1' : '0') + digest.slice(1);
  return [
    { ...entry, name: `${entry.name}-never` },
    { ...entry, files: { ...entry.files, [file]: changed } },
  ];
}
