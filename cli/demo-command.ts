import type { Command } from './command.ts';
import { UsageError } from './output.ts';
import { adoptRunningInstance } from './running-instance.ts';

export const demoCommand: Command = {
  name: 'demo',
  summary: 'Publishes the bundled examples to a running platform, reviews the bundled game',
  help: `Usage: bin/rookery demo

Publishes the packages in examples/ through the real pipeline as user "demo", and has the game in
examples/chess reviewed. Safe to repeat.
The platform is the one at PUBLIC_URL, else the one that runs on DATA_DIR; the user's password is
kept in DATA_DIR/demo-password.`,
  run: async (args) => {
    if (args.length > 0) throw new UsageError('demo takes no arguments');
    adoptRunningInstance(process.env);
    const { runDemo } = await import('./demo.ts');
    await runDemo(process.env);
  },
};
