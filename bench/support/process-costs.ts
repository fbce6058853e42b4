import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of CPU by the role of a process. */
export type Costs = Record<string, number>;

/** The unit of Linux's CPU times. */
const msPerTick = 10;

interface Process {
  pid: number;
  parent: number;
  ticks: number;
}

/**
 * The CPU time so far of every process below this one, by the nearest ancestor in `names`, else by program. Reads
 * `/proc`: Linux only.
 */
export function readCosts(names: ReadonlyMap<number, string>): Costs {
  const processes = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((entry) => readProcess(Number(entry)))
      .map((each) => [each.pid, each]),
  );
  const costs: Costs = {};
  for (const each of processes.values()) {
    const name = nameOf(each, processes, names);
    if (name !== undefined) costs[name] = (costs[name] ?? 0) + each.ticks * msPerTick;
  }
  return costs;
}

export function subtract(after: Costs, before: Costs): Costs {
  return Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]));
}

function nameOf(
  { pid, parent }: Process,
  processes: ReadonlyMap<number, Process>,
  names: ReadonlyMap<number, string>,
): string | undefined {
  const known = names.get(pid);
  if (known !== undefined) return known;
  if (pid === process.pid) return 'bench';
  const above = processes.get(parent);
  if (above === undefined) return undefined;
  if (above.pid === process.pid) return programOf(pid);
  return nameOf(above, processes, names);
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return 'gone';
  }
}

/** Empty for a process that has ended. A parent's time includes its ended children. */
function readProcess(pid: number): Process[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name is in parentheses and may contain any character
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return [{ pid, parent: Number(fields[1]), ticks }];
  } catch {
    return [];
  }
}
