/**
 * A path inside a package in the form that clients publish: without a drive, without segments that leave the package,
 * without a leading `./`. Empty if no segment remains.
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
