/** Name of a stored crate, in the spelling of its author. */
export function filenameOf(name: string, version: string): string {
  return `${name}-${version}.crate`;
}
