/** The database holds neither zero bytes nor halves of surrogate pairs, in its texts as in its JSON. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The text without characters that the database can't store, for comparisons with stored text. */
export function comparableText(text: string): string {
  return isStorableText(text) ? text : text.replaceAll('\0', '').toWellFormed();
}

/** Whether every text in plain data, keys among them, can be stored. */
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
