/** One word after `rookery`. */
export interface Command {
  name: string;
  summary: string;
  /** A function where it takes time to know. */
  help: string | (() => Promise<string>);
  /** Prints the help of one action of the command. Undefined where the arguments name none. */
  explain?(args: string[]): Promise<void> | undefined;
  run(args: string[]): Promise<void>;
}

export async function helpOf({ help }: Command): Promise<string> {
  return typeof help === 'string' ? help : help();
}
