/** One word after `rookery`. */
export interface Command {
  name: string;
  summary: string;
  help: string;
  run(args: string[]): Promise<void>;
}
