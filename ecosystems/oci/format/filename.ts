/** Filename of a manifest: its digest, without the colon that some file systems refuse. */
export function filenameOf(_name: string, version: string): string {
  return `${version.replace(':', '-')}.json`;
}
