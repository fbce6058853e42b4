/**
 * A path inside a package in the form that clients publish: no drive, no way out, no `./` in front.
 * Empty for a path without a remaining part.
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
