import { firstOf, type Placed, type Window } from '../../domain/paging.ts';

/** How many rows of an export are in memory at once. */
const rowsAtOnce = 1_000;

/** A whole list, a part at a time: an export takes no more memory than a part of it. */
export async function* walk<Row extends Placed>(
  list: (window: Window) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let window = firstOf(rowsAtOnce);
  for (;;) {
    const batch: readonly Row[] = await list(window);
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < rowsAtOnce) return;
    window = { ...window, after: last.position };
  }
}
