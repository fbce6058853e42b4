const grammar = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;

/** `v1` as well: clients of images know no ranges. */
export function isTag(raw: string): boolean {
  return grammar.test(raw);
}
