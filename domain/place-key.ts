/**
 * The path without segments that every unpacker drops:
 * https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap04.html#tag_04_16
 */
export function plainPath(path: string): string {
  if (!/\/\/|\/$|(?:^|\/)\.(?:\/|$)/.test(path)) return path;
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  return segments.join('/');
}

/** The path with percent escapes decoded, as NuGet clients do before they write an entry. */
export function percentDecoded(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * One key for all spellings that some file system treats as the same path: lower case, as file systems of macOS and
 * Windows ignore case. Rules about files that clients find by name compare keys.
 */
export function placeKey(path: string): string {
  const plain = path.includes('%') ? plainPath(percentDecoded(path)) : path;
  // Windows drops dots and spaces at the end of a segment.
  const trimmed = /[. ](?:\/|$)/.test(plain) ? plain.split('/').map(withoutTail).join('/') : plain;
  if (/^[\u0020-\u007e]*$/.test(trimmed)) return trimmed.toLowerCase();
  return trimmed.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

function withoutTail(segment: string): string {
  let end = segment.length;
  while (end > 0 && (segment[end - 1] === '.' || segment[end - 1] === ' ')) end -= 1;
  return segment.slice(0, end);
}
