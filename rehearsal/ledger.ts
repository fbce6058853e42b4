/** A package that was acknowledged to a client: from then on it may not be lost. */
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

  /** One at random, so that reads meet what no cache holds. */
  any(random: () => number = Math.random): Entry | undefined {
    return this.#entries[Math.floor(random() * this.#entries.length)];
  }

  /** Without these: a copy from before them has taken their place. */
  forgetSince(time: number): number {
    const kept = this.#entries.filter(({ acknowledgedAt }) => acknowledgedAt < time);
    const forgotten = this.#entries.length - kept.length;
    this.#entries.splice(0, this.#entries.length, ...kept);
    return forgotten;
  }
}

/** What a look for lost entries found. */
export interface Verified {
  /** How many entries were looked for. */
  read: number;
  lost: readonly { entry: Entry; problem: string }[];
}

/** The entries that can not be read as they were acknowledged, with the reason. */
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
  /** What was accepted a moment ago may still be on its way, and a part may just be coming back. */
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
 * What a look for lost entries has to call lost: a name that was never published, and an entry with one other digest. One that
 * calls them there would overlook every loss.
 */
export function canariesOf(entry: Entry): readonly Entry[] {
  const [file = '', digest = ''] = Object.entries(entry.files)[0] ?? [];
  const changed = (digest.startsWith('0') ? '1' : '0') + digest.slice(1);
  return [
    { ...entry, name: `${entry.name}-never` },
    { ...entry, files: { ...entry.files, [file]: changed } },
  ];
}
