/**
 * A path inside a package as clients write it into what they publish: no drive, no way out, no `./` in front.
 * Empty when nothing is left of it.
 */
export function plainPath(raw: string): string {
  const kept: string[] = [];
  for (const part of raw.split(/[\\/:]/)) {
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  }
  return kept.join('/');
}

export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
