import { createMemory, fixedBytes, layout } from './core.ts';
import type { SharedGroup } from './thread.ts';

const bytesPerMb = 1_048_576;

/** One memory with its threads' blocks and its table; it serves one search at a time. */
export class Group {
  readonly shared: SharedGroup;
  /** Size of the table in use; the memory may have room for a larger one. */
  hashMb: number;
  readonly capacityMb: number;
  /** The game of the stored table and histories. */
  game: string | undefined;
  /** It is the first group of the pool. */
  readonly isFirst: boolean;
  /** The memory was never written to. */
  isNew = true;
  /** No search has run since the group was emptied. */
  isEmpty = false;
  /** The stored table belongs to the game of the current search. */
  isWarm = false;
  #control: Int32Array;
  #age = 0;

  constructor(shared: SharedGroup, hashMb: number, tableBase: number) {
    this.shared = shared;
    this.isFirst = shared.id === 1;
    this.hashMb = hashMb;
    this.capacityMb = hashMb;
    this.#control = new Int32Array(shared.memory.buffer);
    this.#write(layout.tableBase, tableBase);
    this.#write(layout.tableClusters, shared.tableBytes / layout.clusterBytes);
  }

  resize(hashMb: number): void {
    this.hashMb = hashMb;
    this.#write(layout.tableClusters, (hashMb * bytesPerMb) / layout.clusterBytes);
  }

  start(isStopped: boolean): void {
    this.#age++;
    this.#write(layout.tableAge, this.#age);
    this.#write(layout.threadCount, this.shared.threads);
    this.#write(layout.stop, isStopped ? 1 : 0);
  }

  stop(): void {
    this.#write(layout.stop, 1);
  }

  #write(address: number, value: number): void {
    Atomics.store(this.#control, address / 4, value);
  }
}

interface Wanted {
  threads: number;
  hashMb: number;
  game: string | undefined;
}

/** Groups in use and idle ones. Never more than `most`, so that memory stays bounded. */
export class Groups {
  #module: WebAssembly.Module;
  #most: number;
  #tablebaseBytes: number;
  #resting: Group[] = [];
  #working = new Set<Group>();
  #lastId = 0;

  constructor(module: WebAssembly.Module, most: number, tablebaseBytes: number) {
    this.#tablebaseBytes = tablebaseBytes;
    this.#module = module;
    this.#most = most;
  }

  take(wanted: Wanted): Group {
    // A larger memory fits too: a replaced memory stays allocated until the collector runs.
    const fits = this.#resting
      .filter((group) => group.shared.threads === wanted.threads && group.capacityMb >= wanted.hashMb)
      .toSorted((a, b) => a.capacityMb - b.capacityMb);
    const warm =
      wanted.game === undefined
        ? undefined
        : fits.find((group) => group.game === wanted.game && group.hashMb === wanted.hashMb);
    const group = warm ?? fits.find((candidate) => candidate.game === undefined) ?? fits[0];
    const taken = group ?? this.#create(wanted);
    taken.isWarm = warm !== undefined;
    taken.game = wanted.game;
    taken.resize(wanted.hashMb);
    this.#resting = this.#resting.filter((other) => other !== taken);
    this.#working.add(taken);
    return taken;
  }

  giveBack(group: Group): void {
    this.#working.delete(group);
    this.#resting.push(group);
  }

  discard(group: Group): void {
    this.#working.delete(group);
  }

  stopAll(): void {
    for (const group of this.#working) group.stop();
  }

  live(): number[] {
    return [...this.#working, ...this.#resting].map((group) => group.shared.id);
  }

  #create(wanted: Wanted): Group {
    // The longest idle group is removed for the new one.
    while (this.#resting.length > 0 && this.#resting.length + this.#working.size >= this.#most)
      this.#resting.shift();
    const tableBase = fixedBytes(this.#module, wanted.threads);
    const tableBytes = wanted.hashMb * bytesPerMb;
    const shared: SharedGroup = {
      id: ++this.#lastId,
      module: this.#module,
      memory: createMemory(tableBase + tableBytes + this.#tablebaseBytes),
      threads: wanted.threads,
      tableBytes,
      tablebaseBytes: this.#tablebaseBytes,
    };
    return new Group(shared, wanted.hashMb, tableBase);
  }
}
