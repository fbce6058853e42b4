import type { EngineSpec } from './uci-client.ts';

/** Reads an engine's command line (`rookery`: this engine) and its options, such as `Hash=64,Threads=1`. */
export function readSpec(command: string, options: string): EngineSpec {
  const line = command === 'rookery' ? `${process.execPath} engine/uci/main.ts` : command;
  const [file = '', ...args] = line.split(' ');
  const pairs = options.split(',').filter((pair) => pair.includes('='));
  return {
    name: command,
    command: file,
    args,
    options: Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
  };
}
