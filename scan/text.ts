/** The text of a file for pattern search, one character per byte where possible; undefined for binary files. */
export function searchableText(body: Buffer): string | undefined {
  if (isWide(body)) return body.toString('utf16le', 2);
  return isSearchable(body) ? body.toString('latin1') : undefined;
}

/** Whether a file has a {@link searchableText}. */
export function isSearchable(body: Buffer): boolean {
  return isWide(body) || !body.subarray(0, 8192).includes(0);
}

const isWide = (body: Buffer): boolean => body[0] === 0xff && body[1] === 0xfe;

/**
 * Whether a file with this beginning is text: packed bytes may lack zeros, but always contain other control
 * characters.
 */
export function beginsAsText(head: Buffer): boolean {
  return head.length > 0 && (isWide(head) || !head.subarray(0, 1024).some((byte) => isControl(byte)));
}

/** Control characters except white space and the escape character of colour codes. */
const isControl = (byte: number): boolean =>
  byte === 0x7f || (byte < 0x20 && byte !== 0x1b && !(byte >= 9 && byte <= 13));

/** Line of a position, counted from 1. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Shannon entropy in bits per character: about 3 for words, 4 for hex keys, 5 and more for base64 keys. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
