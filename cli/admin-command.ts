import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from './commands.ts';
import { print, UsageError } from './output.ts';
import { runTool } from './run-main.ts';

const help = `Usage: bin/rookery admin create <username> [--email <address>] [--password-file <file>]
       bin/rookery admin token
       bin/rookery admin import-advisories --ecosystem <name> <file.zip>
       bin/rookery admin clean-blobs [--dry-run] [--grace-seconds <number>]

  create   makes the account a platform administrator, creating it where it is missing, with the
           password from the file or from standard input
  token    prints the token of the built-in administrator, which the first start wrote to
           DATA_DIR/admin-token
  import-advisories
           reads known weaknesses of packages from an archive of OSV records
  clean-blobs
           removes image layers that no release has referred to for the grace period, as the hourly
           schedule does, and prints what went; --dry-run only counts

"create", "import-advisories" and "clean-blobs" work on the platform of the environment, else on the one that runs on
DATA_DIR.`;

async function runAdmin(args: string[]): Promise<void> {
  const [action, ...rest] = args;
  if (action === 'create') return runTool('api/identity/admin-main.ts', args);
  if (action === 'import-advisories') return runTool('api/advisories/import-main.ts', args);
  if (action === 'clean-blobs') return runTool('activities/clean-blobs-main.ts', args);
  if (action !== 'token' || rest.length > 0)
    throw new UsageError('admin needs an action: create, token, import-advisories or clean-blobs');
  print(readAdminToken(process.env['DATA_DIR'] ?? ''));
}

function readAdminToken(dataDir: string): string {
  const file = join(dataDir, 'admin-token');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`${file} can not be read: the first start writes it`, { cause: error });
  }
}

export const adminCommand: Command = {
  name: 'admin',
  summary: 'For administrators: create, token, import-advisories, clean-blobs',
  help,
  run: runAdmin,
};

export const tokenCommand: Command = {
  name: 'token',
  summary: 'Short for admin token',
  help,
  run: (args) => runAdmin(['token', ...args]),
};
