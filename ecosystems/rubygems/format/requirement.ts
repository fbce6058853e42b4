import type { Clause } from './gemspec.ts';

/** Sorted clauses as text: `>= 1&< 2` in the index, with commas for people; `>= 0` without clauses. */
export function requirementText(clauses: readonly Clause[], separator: string): string {
  const texts = clauses.map(([operator, number]) => `${operator} ${number}`);
  return texts.length === 0 ? '>= 0' : texts.toSorted().join(separator);
}
