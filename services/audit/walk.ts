import { firstOf, type Placed, type Window } from '../../domain/paging.ts';

/** Rows of an export in memory at the same time. */
const rowsAtOnce = 1_000;

/** Yields a whole list in batches: an export needs only the memory of one batch. */
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
