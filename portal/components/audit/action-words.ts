const written: Readonly<Record<string, string>> = {
  mfa: 'MFA',
  oidc: 'OIDC',
  org: 'organization',
};

/** An action of the audit log as English words. There are too many for a text in each language. */
export function actionWords(action: string): string {
  return action
    .split('_')
    .map((word) => written[word] ?? word)
    .join(' ');
}
