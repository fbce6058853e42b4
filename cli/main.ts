import { type Command, helpOf } from './command.ts';
import { commands, findCommand, overview } from './commands.ts';
import { messageOf, print, printError, UsageError } from './output.ts';
import { setDefaultDataDir } from './paths.ts';

// A reader that closes the pipe (`| head`) does not cause a failure.
process.stdout.on('error', () => {});

const [name = 'help', ...args] = process.argv.slice(2);
const command = findCommand(name);

try {
  if (command === undefined) {
    if (!['help', '--help', '-h'].includes(name)) throw new UsageError(`unknown command: ${name}`);
    const topic = commands.find((known) => known.name === args[0]);
    if (topic === undefined) print(overview());
    else await explain(topic, args.slice(1));
  } else if (args.includes('--help') || args.includes('-h')) {
    await explain(command, args);
  } else {
    setDefaultDataDir(process.env);
    await command.run(args);
  }
} catch (error) {
  printError(`rookery: ${messageOf(error)}`);
  if (error instanceof UsageError)
    printError(`See: bin/rookery ${command?.name ?? ''} --help`.replace('  ', ' '));
  // Open handles of the failed command would keep the process alive.
  process.exit(error instanceof UsageError ? 2 : 1);
}

async function explain(command: Command, args: string[]): Promise<void> {
  await (command.explain?.(args) ?? helpOf(command).then(print));
}
