/** One word after `rookery`. */
export interface Command {
  name: string;
  summary: string;
  /** A function if the text takes time to build. */
  help: string | (() => Promise<string>);
  /** Prints the help of one action of the command. Undefined if the arguments name no action. */
  explain?(args: string[]): Promise<void> | undefined;
  run(args: string[]): Promise<void>;
}

export async function helpOf({ help }: Command): Promise<string> {
  return typeof help === 'string' ? help : help();
}
