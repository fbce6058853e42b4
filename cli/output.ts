/** Text for people and scripts. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Diagnostics, kept out of the output for scripts. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** The command line can't be understood: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
