/** Hosted build systems that all accounts may name, by their usual names. */
const wellKnown: ReadonlyMap<string, string> = new Map([
  ['https://token.actions.githubusercontent.com', 'GitHub Actions'],
  ['https://gitlab.com', 'GitLab CI/CD'],
]);

/** One issuer for each organization there. */
const perOrganization = /^https:\/\/vstoken\.dev\.azure\.com\/[0-9A-Za-z-]{1,64}$/;

/** Letter by letter: an issuer with a slash more is another issuer. */
export function isKnownIssuer(issuer: string, configured: readonly string[]): boolean {
  return wellKnown.has(issuer) || configured.includes(issuer) || perOrganization.test(issuer);
}

/** Others are known by their host. */
export function nameOfIssuer(issuer: string): string {
  if (perOrganization.test(issuer)) return 'Azure Pipelines';
  return wellKnown.get(issuer) ?? URL.parse(issuer)?.host ?? issuer;
}

/** The audiences of identity tokens for this instance: its URL or the host of that. */
export function audiencesOf(publicUrl: string): string[] {
  return [publicUrl, new URL(publicUrl).host];
}
