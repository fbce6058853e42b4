/** The word that stands for a plugin on the command line: `acme` of `acme-maven-plugin`; undefined where its name has none. */
export function pluginPrefix(artifact: string): string | undefined {
  const prefix =
    /^maven-(?<prefix>.+)-plugin$/.exec(artifact)?.groups?.['prefix'] ??
    /^(?<prefix>.+)-maven-plugin$/.exec(artifact)?.groups?.['prefix'];
  return prefix === '' ? undefined : prefix;
}
