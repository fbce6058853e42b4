import { z } from 'zod';

/** Unique without case; the spelling of the registration is kept for display. */
export const Username = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{1,38}$/,
    'must be 2 to 39 letters, digits, dashes or underscores and start with a letter or digit',
  );

/** Look-up key of a username. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

export const Email = z.email('must be an e-mail address').max(254);

/** Look-up key of an address: mailboxes that differ only in case are the same person everywhere. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
