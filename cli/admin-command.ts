import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from './command.ts';
import { print, UsageError } from './output.ts';
import { runTool } from './run-main.ts';

const help = `Usage: bin/rookery admin create <username> [--email <address>] [--password-file <file> | --generate-password] [--keep-tokens]
       bin/rookery admin create-token <username> --scopes <scope,...|all> [--expires-in-days <days>] [--name <text>]
       bin/rookery admin first-token
       bin/rookery admin token
       bin/rookery admin import-advisories --ecosystem <name> <file.zip>
       bin/rookery admin clean-blobs [--dry-run] [--grace-seconds <number>]
       bin/rookery admin promote|demote|deactivate|activate|reset-mfa|export-person|erase-person <username>
       bin/rookery admin set-quota --user <username> | --org <slug> [--packages|--releases-per-day|--storage-bytes <number>]
       bin/rookery admin reindex
       bin/rookery admin cleanup expired|expired-tokens|oci-blobs
       bin/rookery admin held
       bin/rookery admin findings <ecosystem> <name> [<version>]
       bin/rookery admin resolve <ecosystem> <name> <finding id> --resolution <word> [--note <text>]
       bin/rookery admin review <ecosystem> <name> <version> [<file>]
       bin/rookery admin approve|reject <ecosystem> <name> <version> [<file>] [--files <digest>] [--reason <text>]

  create   makes the account a platform administrator, creating it where it is missing, with the
           password from the file or from standard input, or a new one that is printed this once; its
           sessions and tokens end
  create-token
           prints a new API token of an account, with the scopes and for the days that are asked for
  first-token
           what every npm start does and no other command: makes the built-in administrator and their token in
           DATA_DIR/admin-token, or lets that token live for another 90 days
  token    prints that token
  import-advisories
           reads known weaknesses of packages from an archive of OSV records
  clean-blobs
           removes image layers that no release has referred to for the grace period, as the hourly
           schedule does, and prints what went; --dry-run only counts
  promote, demote, deactivate, activate, reset-mfa
           change what an account may do; --help says more
  export-person, erase-person
           print or remove what is known of a person
  set-quota
           bounds what one owner may have; --help says more
  reindex, cleanup
           start a job and print its id
  held, review, approve, reject
           releases and files that wait for a person, and why
  findings, resolve
           what was found in a package, and the end of a finding; --help says more

All but "token" work on the platform of the environment, else on the one that runs on DATA_DIR.`;

const firstTokenHelp = `Usage: bin/rookery admin first-token

Makes the built-in administrator and their token in DATA_DIR/admin-token, as every npm start does and no other command.
If the token is there, it lives for another 90 days. DATABASE_URL names the database.`;

const tokenHelp = `Usage: bin/rookery admin token      or      bin/rookery token

Prints the token of the built-in administrator, from DATA_DIR/admin-token. The file is written by npm start; no
database is asked. "admin create-token" makes tokens of other accounts.`;

const tools: Partial<Record<string, string>> = {
  create: 'admin/create-admin.ts',
  'create-token': 'admin/create-token.ts',
  'first-token': 'admin/first-token.ts',
  'import-advisories': 'admin/import-advisories.ts',
  'clean-blobs': 'activities/clean-blobs-main.ts',
  'set-quota': 'admin/set-quota.ts',
  ...Object.fromEntries(
    ['promote', 'demote', 'deactivate', 'activate', 'reset-mfa', 'export-person', 'erase-person'].map(
      (action) => [action, 'admin/people.ts'],
    ),
  ),
  reindex: 'admin/start-job.ts',
  cleanup: 'admin/start-job.ts',
  findings: 'admin/findings.ts',
  resolve: 'admin/findings.ts',
  ...Object.fromEntries(
    ['held', 'review', 'approve', 'reject'].map((action) => [action, 'admin/held-releases.ts']),
  ),
};
const actions = [...Object.keys(tools), 'token'].join(', ');

async function runAdmin(args: string[]): Promise<void> {
  const [action, ...rest] = args;
  const tool = tools[action ?? ''];
  if (tool !== undefined) return runTool(tool, args);
  if (action !== 'token' || rest.length > 0) throw new UsageError(`admin needs an action: ${actions}`);
  print(readAdminToken(process.env['DATA_DIR'] ?? ''));
}

/** Prints the help of an action, without a running platform. */
function explainAdmin(args: string[]): Promise<void> | undefined {
  const action = args.find((arg) => !arg.startsWith('-')) ?? '';
  if (action === 'token') return Promise.resolve(print(tokenHelp));
  if (action === 'first-token') return Promise.resolve(print(firstTokenHelp));
  const tool = tools[action];
  return tool === undefined ? undefined : runTool(tool, [action, '--help']);
}

function readAdminToken(dataDir: string): string {
  const file = join(dataDir, 'admin-token');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`${file} can not be read: npm start writes it, and admin create-token makes others`, {
      cause: error,
    });
  }
}

export const adminCommand: Command = {
  name: 'admin',
  summary: `For administrators: ${actions}`,
  help,
  explain: explainAdmin,
  run: runAdmin,
};

export const tokenCommand: Command = {
  name: 'token',
  summary: 'Short for admin token',
  help: tokenHelp,
  run: (args) => runAdmin(['token', ...args]),
};
