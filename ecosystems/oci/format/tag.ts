const grammar = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;

/** Whether the text is a tag; `v1` is one too, because image clients have no ranges. */
export function isTag(raw: string): boolean {
  return grammar.test(raw);
}
