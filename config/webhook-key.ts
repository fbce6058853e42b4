import { hkdfSync } from 'node:crypto';

/** The key that seals the secrets of webhooks if no separate key is set: it can't sign sessions. */
export function webhookKeyOf(jwtSecret: string): string {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', 'rookery webhook key', 32)).toString('base64url');
}
