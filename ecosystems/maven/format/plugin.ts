/** The default prefix of a plugin without a declared one: `acme` of `acme-maven-plugin`; undefined where its name has none. */
export function pluginPrefix(artifact: string): string | undefined {
  if (artifact.startsWith('maven-') && artifact.endsWith('-plugin')) {
    return artifact.slice('maven-'.length, -'-plugin'.length) || undefined;
  }
  return artifact.endsWith('-maven-plugin')
    ? artifact.slice(0, -'-maven-plugin'.length) || undefined
    : undefined;
}
