/** The default prefix of a plugin by its name: `acme` for `acme-maven-plugin`; undefined for any other name. */
export function pluginPrefix(artifact: string): string | undefined {
  if (artifact.startsWith('maven-') && artifact.endsWith('-plugin')) {
    return artifact.slice('maven-'.length, -'-plugin'.length) || undefined;
  }
  return artifact.endsWith('-maven-plugin')
    ? artifact.slice(0, -'-maven-plugin'.length) || undefined
    : undefined;
}
