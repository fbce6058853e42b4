/** Prints text for people and scripts to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints diagnostics to standard error, separate from the output for scripts. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** An invalid command line: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
