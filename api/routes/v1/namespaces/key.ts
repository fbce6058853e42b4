import { z } from 'zod';
import type { listKeys } from '../../../../services/namespaces/keys.ts';
import { Time, time, timeOrNull } from '../../fields.ts';

export const keysPath = '/v1/namespaces/:id/keys';

export const Key = z.object({
  fingerprint: z.string(),
  key_ids: z.array(z.string()),
  user_ids: z.array(z.string()),
  expires_at: Time.nullable(),
  created_at: Time,
  armored: z.string().describe('OpenPGP public key in ASCII armor'),
});

export function presentKey(key: Awaited<ReturnType<typeof listKeys>>[number]): z.infer<typeof Key> {
  return {
    fingerprint: key.fingerprint,
    key_ids: key.keyIds,
    user_ids: key.userIds,
    expires_at: timeOrNull(key.expiresAt),
    created_at: time(key.createdAt),
    armored: key.armored,
  };
}
