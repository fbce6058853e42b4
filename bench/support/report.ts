import { availableParallelism } from 'node:os';

type Cell = string | number | undefined;
export type Row = Record<string, Cell>;

/** Prints a table for people, then the same data as one line of JSON for scripts. */
export function report(title: string, rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const lines = cells.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
  const facts = { title, node: process.version, cores: availableParallelism(), rows };
  process.stdout.write(`${JSON.stringify(facts)}\n`);
}

/** Prints progress, apart from the results. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
