import { addressKey } from '../../domain/address-key.ts';
import { inPerson, type Origin } from '../../domain/actor.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { notePlace } from '../../store/postgres/identity/addresses.ts';
import { notifyPerson } from '../../store/postgres/mails/notices.ts';
import type { Transaction } from '../../store/postgres/pool.ts';

/** Records a log-in of any kind: its audit entry, and a mail when the place is new for the user. */
export async function noteLogin(
  tx: Transaction,
  userId: string,
  origin: Origin,
  metadata: Record<string, string> = {},
): Promise<void> {
  await writeAudit(tx, {
    action: 'user_login',
    performer: inPerson(userId, origin),
    targetUserId: userId,
    metadata,
  });
  const { ipAddress, userAgent } = origin;
  if (ipAddress === null || !(await notePlace(tx, userId, addressKey(ipAddress)))) return;
  const facts = { ip_address: ipAddress, user_agent: userAgent };
  await notifyPerson(tx, userId, { kind: 'login_elsewhere', facts });
}
