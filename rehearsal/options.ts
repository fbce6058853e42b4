import { parseArgs } from 'node:util';

export interface Options {
  /** Names of acts; empty: all acts. */
  acts: readonly string[];
  seconds: number;
  isList: boolean;
  isKept: boolean;
  isHelp: boolean;
}

export const help = `Usage: npm run rehearse -- [options]

Starts a whole deployment on loopback addresses of this machine, publishes and installs all the time, and disturbs it.
The report is written to docs/REHEARSAL.md when all acts were played, and shown otherwise.

  --acts a,b     only these acts
  --seconds 20   how long a disturbance takes (default 20)
  --list         the acts
  --keep         keep the folder with logs and data
`;

/** @throws Error with a sentence for an unknown option */
export function readOptions(args: readonly string[], known: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      acts: { type: 'string' },
      seconds: { type: 'string', default: '20' },
      list: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const acts = (values.acts ?? '').split(',').filter((name) => name !== '');
  const unknown = acts.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no act is called ${unknown.join(', ')}: --list shows all`);
  const seconds = Number(values.seconds);
  if (!(seconds >= 1 && seconds <= 3_600)) throw new Error('--seconds is a number from 1 to 3600');
  return { acts, seconds, isList: values.list, isKept: values.keep, isHelp: values.help };
}
