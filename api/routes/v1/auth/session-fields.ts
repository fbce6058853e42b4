import { z } from 'zod';
import type { Login } from '../../../../services/identity/open-session.ts';

export const Session = z.object({
  token: z.string().describe('Send it as Authorization: Bearer'),
  expires_in: z.int().describe('Seconds'),
  session_id: z.string(),
});

export function presentLogin({ token, expiresIn, sessionId }: Login): z.infer<typeof Session> {
  return { token, expires_in: expiresIn, session_id: sessionId };
}
