import { z } from 'zod';
import { fieldLimits } from './limits/fields.ts';

/** Unique without case; the spelling at registration is kept for display. */
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

export const Email = z.email('must be an e-mail address').max(fieldLimits['mail address'].characters);

/** Look-up key of an email address: addresses that differ only in case belong to the same person. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
