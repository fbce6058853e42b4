/** How many rows of an export are in memory at once. */
const rowsAtOnce = 1_000;

/** Everything that `next` finds after the last one, a part at a time: an export takes no more memory than a part of it. */
export async function* walk<Row>(
  next: (last: Row | null, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: Row | null = null;
  for (;;) {
    const batch: readonly Row[] = await next(last, rowsAtOnce);
    yield* batch;
    last = batch.at(-1) ?? null;
    if (last === null || batch.length < rowsAtOnce) return;
  }
}
