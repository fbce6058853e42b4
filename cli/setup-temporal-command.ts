import type { Command } from './command.ts';
import { UsageError } from './output.ts';
import { runTool } from './run-main.ts';

const onlyOption = '--dynamic-config';

export const setupTemporalCommand: Command = {
  name: 'setup-temporal',
  summary: 'Gives a Temporal cluster what our workflows need',
  help: `Usage: bin/rookery setup-temporal [${onlyOption}]

Makes the namespace (TEMPORAL_NAMESPACE) with a retention of 30 days, and the search attributes; what is there
already stays, so it can run at every deploy. It waits for the server for two minutes. TEMPORAL_ADDRESS names it.

  ${onlyOption}   prints the recommended settings of the server instead, as its file of dynamic settings has them

Settings come from the environment; .env.example lists them.`,
  run: async (args) => {
    if (args.some((arg) => arg !== onlyOption)) throw new UsageError(`the only option is ${onlyOption}`);
    // printing the settings needs no server, but `runTool` requires an address
    if (args.length > 0) process.env['TEMPORAL_ADDRESS'] ||= 'nowhere:7233';
    await runTool('admin/setup-temporal.ts', args, 'TEMPORAL_ADDRESS');
  },
};
