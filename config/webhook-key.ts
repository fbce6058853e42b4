import { hkdfSync } from 'node:crypto';

/** What seals the secrets of webhooks where no key of its own is set: worth nothing for signing sessions. */
export function webhookKeyOf(jwtSecret: string): string {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', 'rookery webhook key', 32)).toString('base64url');
}
