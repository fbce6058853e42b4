import { adminCommand, tokenCommand } from './admin-command.ts';
import { chessOptionLines, readChessOptions } from './chess-options.ts';
import type { Command } from './command.ts';
import { configureCommand } from './configure-command.ts';
import { demoCommand } from './demo-command.ts';
import { engineCommands } from './engine-commands.ts';
import { loginCommands } from './login-commands.ts';
import { UsageError } from './output.ts';
import { runService, runTool } from './run-main.ts';
import { setupTemporalCommand } from './setup-temporal-command.ts';
import { startHelp } from './start/options.ts';

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

/** A service that also accepts the options of the chess service. */
function chessService(name: string, file: string, summary: string): Command {
  return {
    name,
    summary,
    help: `Usage: bin/rookery ${name} [options]\n\n${summary}.\n${environmentNote}\n\n${'Options'.padEnd(46)}${'environment'.padEnd(35)}default\n${chessOptionLines}`,
    run: async (args) => {
      Object.assign(process.env, readChessOptions(args));
      await runService(file);
    },
  };
}

function refuseArguments(name: string, args: string[]): void {
  if (args.length > 0) throw new UsageError(`${name} takes no arguments`);
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
  chessService('api', 'api/main.ts', 'Serves the native protocols, the chess API and the management API'),
  service('worker', 'activities/worker.ts', 'Runs workflows and their activities'),
  service('scanner', 'activities/scanner.ts', 'Opens and scans untrusted archives'),
  chessService('engine', 'activities/engine.ts', 'Searches chess positions for analyses and reviews'),
  {
    name: 'migrate',
    summary: 'Brings the database to the current schema',
    help: `Usage: bin/rookery migrate [--contract]

Brings the database to the current schema. Steps that remove what older versions read (contract steps) wait
until they are asked for, so that a way back to those versions stays open.

  --contract  apply them too, where no process of those versions is alive. There is no way back then

${environmentNote}`,
    run: async (args) => {
      const [option, ...others] = args;
      if (option !== '--contract') refuseArguments('migrate', args);
      refuseArguments('migrate --contract', others);
      await runTool('store/postgres/migrate-main.ts', args);
    },
  },
  setupTemporalCommand,
  {
    name: 'setup-bucket',
    summary: "Makes the bucket, and lets the scanner's key in",
    help: `Usage: bin/rookery setup-bucket

Makes the bucket (S3_BUCKET) where it is missing, and gives the key S3_SCANNER_ACCESS_KEY_ID the rights of\nthe scanner by a policy of the bucket. It can run at every deploy.\n${environmentNote}`,
    run: async (args) => {
      refuseArguments('setup-bucket', args);
      await runTool('admin/setup-bucket.ts', [], null);
    },
  },
  ...engineCommands,
  demoCommand,
  ...loginCommands,
  configureCommand,
  adminCommand,
  tokenCommand,
];

export function findCommand(name: string): Command | undefined {
  return commands.find((command) => command.name === name);
}

export function overview(): string {
  const nameWidth = Math.max(...commands.map(({ name }) => name.length));
  const rows = commands.map((command) => `  ${command.name.padEnd(nameWidth)} ${command.summary}`);
  return `Usage: bin/rookery <command> [options]\n\n${rows.join('\n')}\n  ${'help'.padEnd(nameWidth)} This text, or help <command>\n\nEvery command explains itself with --help.`;
}
