import type { Clause } from './gemspec.ts';

/** `>= 1&< 2` in the index, with commas for people; sorted, and `>= 0` without a requirement. */
export function requirementText(clauses: readonly Clause[], separator: string): string {
  const texts = clauses.map(([operator, number]) => `${operator} ${number}`);
  return texts.length === 0 ? '>= 0' : texts.toSorted().join(separator);
}
