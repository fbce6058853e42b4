/** Longest name of a part; every prefix has the same width. */
const nameWidth = 8;

const colours: Record<string, number> = {
  postgres: 34,
  temporal: 35,
  api: 32,
  worker: 36,
  scanner: 33,
  engine: 31,
  rookery: 1,
};

export interface Log {
  /** Writes one line of the part `name`. */
  line(name: string, text: string): void;
  /** Writes one line of the supervisor itself. */
  say(text: string): void;
}

/** The text as `name     | text`: the name coloured for a terminal, plain for a file. */
export function prefixed(name: string, text: string, isColoured: boolean): string {
  const label = name.padEnd(nameWidth);
  const code = isColoured ? colours[name] : undefined;
  const shown = code === undefined ? label : `\u001b[${code}m${label}\u001b[0m`;
  return `${shown} | ${text}`;
}

/** https://no-color.org: any non-empty value turns colours off. */
export function wantsColour(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  return isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

export function createLog(out: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Log {
  const isColoured = wantsColour(env, out.isTTY);
  const line = (name: string, text: string) => {
    out.write(`${prefixed(name, text, isColoured)}\n`);
  };
  return { line, say: (text) => line('rookery', text) };
}
