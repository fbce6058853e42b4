import { z } from 'zod';
import { fieldLimits } from '../../../../../domain/limits/fields.ts';

/** Digits of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const Code = z
  .string()
  .min(1)
  .max(fieldLimits.code.characters)
  .describe('Six digits of the authenticator app, or a recovery code');

export const CodeBody = z.object({ code: Code });

export const RecoveryCodes = z
  .array(z.string())
  .describe('Shown only here; each is good for one log-in without the authenticator');
