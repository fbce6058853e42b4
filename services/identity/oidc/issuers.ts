/** Hosted build systems that anybody may name. */
const wellKnown: readonly string[] = ['https://token.actions.githubusercontent.com', 'https://gitlab.com'];

/** One issuer for each organization there. */
const perOrganization = /^https:\/\/vstoken\.dev\.azure\.com\/[0-9A-Za-z-]{1,64}$/;

/** Letter by letter: an issuer with a slash more is another issuer. */
export function isKnownIssuer(issuer: string, configured: readonly string[]): boolean {
  return wellKnown.includes(issuer) || configured.includes(issuer) || perOrganization.test(issuer);
}

/** What an identity token for this instance may be addressed to: its URL or the host of that. */
export function audiencesOf(publicUrl: string): string[] {
  return [publicUrl, new URL(publicUrl).host];
}
