/**
 * Whether the database can store the text. Its texts and JSON allow neither zero bytes nor halves of surrogate pairs.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The text without characters that the database can't store, for comparisons with stored text. */
export function comparableText(text: string): string {
  return isStorableText(text) ? text : text.replaceAll('\0', '').toWellFormed();
}

/** Whether the database can store every text in plain data, keys included. */
export function isStorable(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && !isStorableText(next)) return false;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, member] of Object.entries(next)) waiting.push(key, member);
  }
  return true;
}

/** Cuts a text, never within a surrogate pair: halves can't be stored. */
export function cut<T extends string | null>(text: T, characters: number): T {
  if (text === null || text.length <= characters) return text;
  const isSplit = /[\ud800-\udbff]/.test(text[characters - 1] ?? '');
  return text.slice(0, isSplit ? characters - 1 : characters) as T;
}
