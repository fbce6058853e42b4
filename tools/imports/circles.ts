import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The imports of each of our files, type imports included. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** Imports in the text of a file: `from './x.ts'`, `import './x.ts'` and `import('./x.ts')`. */
const specifier = /(?:\bfrom|\bimport|\bimport\() ?'(\.{1,2}\/[^'\n]{1,200}\.ts)'/g;

export function readGraph(root: string, files: readonly string[]): Graph {
  const known = new Set(files);
  const importsOf = (file: string) => {
    const found = [...readFileSync(join(root, file), 'utf8').matchAll(specifier)];
    const targets = found.map(([, path = '']) => normalize(join(dirname(file), path)));
    return [...new Set(targets)].filter((target) => known.has(target));
  };
  return new Map(files.map((file) => [file, importsOf(file)]));
}

interface Visit {
  file: string;
  /** The index of the next import to visit. */
  next: number;
}

/** Groups of files that import each other in a circle: strongly connected components (Tarjan), without recursion. */
export function findCircles(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const circles: string[][] = [];
  const lower = (file: string, to: number) =>
    lowest.set(file, Math.min(lowest.get(file) ?? Number.POSITIVE_INFINITY, to));

  const enter = (file: string, visits: Visit[]) => {
    order.set(file, order.size);
    lower(file, order.size - 1);
    open.push(file);
    isOpen.add(file);
    visits.push({ file, next: 0 });
  };

  const close = (file: string) => {
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.lastIndexOf(file));
    for (const member of group) isOpen.delete(member);
    if (group.length > 1 || graph.get(file)?.includes(file)) circles.push(group.toSorted());
  };

  for (const start of graph.keys()) {
    const visits: Visit[] = [];
    if (!order.has(start)) enter(start, visits);
    for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
      const target = graph.get(visit.file)?.[visit.next];
      visit.next += 1;
      if (target === undefined) {
        visits.pop();
        close(visit.file);
        const parent = visits.at(-1);
        if (parent) lower(parent.file, lowest.get(visit.file) ?? 0);
      } else if (!order.has(target)) enter(target, visits);
      else if (isOpen.has(target)) lower(visit.file, order.get(target) ?? 0);
    }
  }
  return circles;
}
