/** Hosted build systems that every account may name, with their usual names. */
const wellKnown: ReadonlyMap<string, string> = new Map([
  ['https://token.actions.githubusercontent.com', 'GitHub Actions'],
  ['https://gitlab.com', 'GitLab CI/CD'],
]);

/** Azure DevOps has one issuer per organization. */
const perOrganization = /^https:\/\/vstoken\.dev\.azure\.com\/[0-9A-Za-z-]{1,64}$/;

/** Compares exactly: an issuer with an additional slash is another issuer. */
export function isKnownIssuer(issuer: string, configured: readonly string[]): boolean {
  return wellKnown.has(issuer) || configured.includes(issuer) || perOrganization.test(issuer);
}

/** The usual name of an issuer, else its host. */
export function nameOfIssuer(issuer: string): string {
  if (perOrganization.test(issuer)) return 'Azure Pipelines';
  return wellKnown.get(issuer) ?? URL.parse(issuer)?.host ?? issuer;
}

/** The audiences of identity tokens for this instance: its URL, or the host of its URL. */
export function audiencesOf(publicUrl: string): string[] {
  return [publicUrl, new URL(publicUrl).host];
}
