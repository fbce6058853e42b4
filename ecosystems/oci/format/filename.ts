/** A manifest has no name of its own; the colon of its digest is none that files may have everywhere. */
export function filenameOf(_name: string, version: string): string {
  return `${version.replace(':', '-')}.json`;
}
