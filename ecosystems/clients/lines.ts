/** Text of a file as lines, without the last empty one. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export const textOf = (lines: readonly string[]) => (lines.length === 0 ? '' : `${lines.join('\n')}\n`);

/** In a flat file of `key=value` lines: replaces the line with that key, else appends one. */
export function setLine(text: string, key: string, line: string): string {
  const lines = linesOf(text);
  const at = lines.findIndex((each) => each.split('=', 1)[0]?.trim() === key);
  if (at === -1) lines.push(line);
  else lines[at] = line;
  return textOf(lines);
}

/** Removes lines equal to `line`; blanks are ignored. */
export function dropLine(text: string, line: string): string {
  const plain = (each: string) => each.replaceAll(/\s/g, '');
  return textOf(linesOf(text).filter((each) => plain(each) !== plain(line)));
}

/** {@link dropLine} for the top-level keys of a TOML file. */
export function dropTop(text: string, line: string): string {
  const lines = linesOf(text);
  const first = lines.findIndex((each) => each.trimStart().startsWith('['));
  const end = first === -1 ? lines.length : first;
  return dropLine(textOf(lines.slice(0, end)), line) + textOf(lines.slice(end));
}

/** Adds a value to a key with one value per line (INI), unless the key already has the value. */
export function addValue(text: string, section: string, key: string, value: string): string {
  const lines = linesOf(text);
  const start = lines.findIndex((each) => each.trim() === `[${section}]`);
  const next = lines.findIndex((each, index) => index > start && each.trimStart().startsWith('['));
  const end = next === -1 ? lines.length : next;
  const at = lines.findIndex(
    (each, index) => start !== -1 && index > start && index < end && each.split('=', 1)[0]?.trim() === key,
  );
  if (at === -1) return setInSection(text, section, key, value);
  let last = at + 1;
  while (last < end && /^\s+\S/.test(lines[last] ?? '')) last += 1;
  const values = lines
    .slice(at, last)
    .join(' ')
    .split(/[\s=]+/);
  if (values.includes(value)) return text;
  lines.splice(last, 0, `    ${value}`);
  return textOf(lines);
}

/** Sets `key = value` in a section of a file with `[sections]` (INI, TOML); adds a missing section. */
export function setInSection(text: string, section: string, key: string, value: string): string {
  const lines = linesOf(text);
  const line = `${key} = ${value}`;
  const start = lines.findIndex((each) => each.trim() === `[${section}]`);
  if (start === -1) {
    if (lines.length > 0) lines.push('');
    return textOf([...lines, `[${section}]`, line]);
  }
  const next = lines.findIndex((each, index) => index > start && each.trimStart().startsWith('['));
  const end = next === -1 ? lines.length : next;
  const at = lines.findIndex(
    (each, index) => index > start && index < end && each.split('=', 1)[0]?.trim() === key,
  );
  if (at === -1) lines.splice(start + 1, 0, line);
  else lines[at] = line;
  return textOf(lines);
}

/** Sets the entry of a machine in a `.netrc`, as one line. */
export function setMachine(text: string, machine: string, password: string): string {
  const line = `machine ${machine} login token password ${password}`;
  const lines = linesOf(text);
  const wordsOf = (each: string) => each.trim().split(/\s+/, 2);
  const at = lines.findIndex((each) => {
    const [word, name] = wordsOf(each);
    return word === 'machine' && name === machine;
  });
  if (at === -1) return textOf([...lines, line]);
  // an entry may continue on lines that begin with one of these words
  let end = at + 1;
  const more = ['login', 'password', 'account'];
  while (end < lines.length && more.includes(wordsOf(lines[end] ?? '')[0] ?? '')) end += 1;
  lines.splice(at, end - at, line);
  return textOf(lines);
}

/** Start and end of a part of a text. */
export type Span = readonly [start: number, end: number];

/** From the last `open` before `mark` to the `close` after it. */
export function spanOf(
  text: string,
  { open, mark, close }: { open: string; mark: string; close: string },
): Span | null {
  const marked = text.indexOf(mark);
  const start = marked === -1 ? -1 : text.lastIndexOf(open, marked);
  const end = start === -1 ? -1 : text.indexOf(close, marked);
  return end === -1 ? null : [start, end + close.length];
}

/** In XML: `element` replaces the span that `find` returns, else becomes the last element of its parent. */
export function setElement(
  text: string,
  {
    root,
    parent,
    element,
    find,
  }: { root: string; parent: string; element: string; find(text: string): Span | null },
): string {
  const whole = text.trim() === '' ? `<?xml version="1.0" encoding="utf-8"?>\n<${root}>\n</${root}>\n` : text;
  const span = find(whole);
  if (span) return whole.slice(0, span[0]) + element + whole.slice(span[1]);
  const close = `</${parent}>`;
  if (whole.includes(close)) return whole.replace(close, () => `  ${element}\n  ${close}`);
  const end = `</${root}>`;
  if (!whole.includes(end)) throw new Error(`the file has no ${end}`);
  return whole.replace(end, () => `  <${parent}>\n    ${element}\n  </${parent}>\n${end}`);
}
