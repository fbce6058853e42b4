import { demoCommand } from './demo-command.ts';
import { UsageError } from './output.ts';
import { runMain, runService } from './run-main.ts';
import { startHelp } from './start/options.ts';

export interface Command {
  name: string;
  summary: string;
  help: string;
  run(args: string[]): Promise<void>;
}

const environmentNote = 'Settings come from the environment; .env.example lists them.';

function service(name: string, file: string, summary: string): Command {
  return {
    name,
    summary,
    help: `Usage: bin/rookery ${name}\n\n${summary}.\n${environmentNote}`,
    run: async (args) => {
      refuseArguments(name, args);
      await runService(file);
    },
  };
}

function refuseArguments(name: string, args: string[]): void {
  if (args.length > 0) throw new UsageError(`${name} takes no arguments`);
}

const adminHelp = `Usage: bin/rookery admin create | admin token

  create   creates the user "admin" where it is missing and writes a token with every scope
           to DATA_DIR/admin-token
  token    writes a fresh token there

Works on the database of DATABASE_URL, else on the platform that runs on DATA_DIR.
${environmentNote}`;

async function runAdmin(args: string[]): Promise<void> {
  const [action = '', ...rest] = args;
  if (!['create', 'token'].includes(action)) throw new UsageError('admin needs an action: create or token');
  refuseArguments(`admin ${action}`, rest);
  await runMain('store/postgres/admin-main.ts', [action]);
}

export const commands: readonly Command[] = [
  {
    name: 'start',
    summary: 'The whole platform on this machine',
    help: startHelp,
    run: async (args) => {
      const { start } = await import('./start/start.ts');
      await start(args);
    },
  },
  service('api', 'api/main.ts', 'Serves the native protocols and the management API'),
  service('worker', 'activities/worker.ts', 'Runs workflows and their activities'),
  service('scanner', 'activities/scanner.ts', 'Opens and scans untrusted archives'),
  {
    name: 'migrate',
    summary: 'Brings the database to the current schema',
    help: `Usage: bin/rookery migrate\n\nBrings the database to the current schema.\n${environmentNote}`,
    run: async (args) => {
      refuseArguments('migrate', args);
      await runMain('store/postgres/migrate-main.ts', []);
    },
  },
  demoCommand,
  { name: 'admin', summary: 'The administrator: admin create, admin token', help: adminHelp, run: runAdmin },
  {
    name: 'token',
    summary: 'Short for admin token',
    help: adminHelp,
    run: (args) => runAdmin(['token', ...args]),
  },
];

export function findCommand(name: string): Command | undefined {
  return commands.find((command) => command.name === name);
}

export function overview(): string {
  const rows = commands.map((command) => `  ${command.name.padEnd(9)} ${command.summary}`);
  return `Usage: bin/rookery <command> [options]\n\n${rows.join('\n')}\n  ${'help'.padEnd(9)} This text, or help <command>\n\nEvery command explains itself with --help.`;
}
