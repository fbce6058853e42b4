import { ConfigError } from '../config/env.ts';
import { DomainError } from '../domain/errors.ts';

/** Invalid arguments: exit code 2, with the reason. */
export class WrongArguments extends Error {
  override name = 'WrongArguments';
}

/**
 * The frame of every tool: prints `--help` on standard output, and reports a user's mistake in one sentence with the
 * next command; other errors pass unchanged. `next` names the remedy after a refusal.
 */
export async function runAdminTool(
  help: string,
  run: (args: string[]) => Promise<void>,
  next: (args: string[]) => string = () => '--help',
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(helpOf(help, args[0] ?? ''));
    return;
  }
  try {
    await run(args);
  } catch (error) {
    const isArgument = error instanceof WrongArguments || isUnknownOption(error);
    const isExpected = isArgument || error instanceof DomainError || error instanceof ConfigError;
    if (!isExpected || !(error instanceof Error)) throw error;
    const isHelp = error.message === help.trim();
    process.stderr.write(isHelp ? help : `rookery: ${error.message}\n`);
    const action = isArgument ? [args[0] ?? '', '--help'].join(' ').trim() : next(args);
    if (!isHelp) process.stderr.write(`Next: bin/rookery admin ${action}\n`);
    process.exitCode = isArgument ? 2 : 1;
  }
}

/** The help of a tool with the usage of only one action, for tools with several actions. */
export function helpOf(help: string, action: string): string {
  const end = help.indexOf('\n\n');
  const usages: string[] = [];
  for (const line of help.slice(0, end).split('\n')) {
    // a usage continues on further lines until the next usage begins
    if (usages.length === 0 || line.trimStart().startsWith('rookery admin ')) usages.push(line);
    else usages.push(`${usages.pop() ?? ''}\n${line}`);
  }
  const own = usages.filter((usage) => usage.includes(`rookery admin ${action} `));
  if (own.length === 0) return help;
  return (
    own.map((usage) => usage.replace(/^(?:Usage:)? +rookery/, 'Usage: rookery')).join('\n') + help.slice(end)
  );
}

/** Whether the error is from `parseArgs`. */
function isUnknownOption(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
