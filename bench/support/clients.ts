import { distribution, type Distribution, round } from './statistics.ts';

export interface ClosedLoad {
  clients: number;
  /** The total of operations, shared among the clients. */
  operations: number;
}

export interface LoadResult extends Distribution {
  clients: number;
  perSecond: number;
}

/** A closed loop: every client begins its next operation when its previous one has ended. */
export async function runClients(
  { clients, operations }: ClosedLoad,
  operation: (index: number) => Promise<void>,
): Promise<LoadResult> {
  const times: number[] = [];
  let next = 0;
  async function client(): Promise<void> {
    while (next < operations) {
      const index = next;
      next += 1;
      const begun = performance.now();
      await operation(index);
      times.push(performance.now() - begun);
    }
  }
  const begun = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - begun) / 1_000;
  return { clients, perSecond: round(operations / seconds), ...distribution(times) };
}
