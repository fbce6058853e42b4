/**
 * Splits highlighted code into lines: a span across a line end is closed there and opened again on the next line.
 * @param html output of the highlighter: text, entities, and spans with one class attribute
 */
export function splitLines(html: string): string[] {
  const open: string[] = [];
  return html.split('\n').map((line) => {
    const start = open.join('');
    for (const [tag] of line.matchAll(/<\/?span[^<>]*>/g)) {
      if (tag === '</span>') open.pop();
      else open.push(tag);
    }
    return `${start}${line}${'</span>'.repeat(open.length)}`;
  });
}
