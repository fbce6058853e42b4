import { answerLimits } from '../../domain/limits/answers.ts';
import type { Receipt } from '../../ecosystems/context/publishing.ts';
import { findHold, type Hold } from '../../store/postgres/releases/holds.ts';
import type { PublishReceipt } from '../../workflows/definitions.ts';
import type { Platform } from '../platform.ts';

/** The most characters of external text in one line of a client's message. */
const longestText = answerLimits['quoted in a receipt'].characters;
/**
 * Clients print messages unchanged, and some are HTTP headers: quotes and characters beyond plain ASCII are replaced.
 */
const unprintable = /[^\u0020-\u007e]|["\\]/g;

/** The end of a publish, as a text that its client can print. Undefined: the publish has not ended. */
export async function receiptOf(
  { pool }: Pick<Platform, 'pool'>,
  receipt: PublishReceipt | undefined,
  { versionKey, statusUrl }: { versionKey: string; statusUrl: string },
): Promise<Receipt> {
  if (receipt === undefined) return { status: 'pending', statusUrl };
  if (receipt.status === 'published') return { status: 'published', statusUrl };
  const hold = await findHold(pool, receipt.packageId, versionKey);
  return { status: 'held', statusUrl, ...(hold ? { reason: describeHold(hold) } : {}) };
}

/** `Private key in package/key.pem, and 2 more findings`. */
export function describeHold({ reason, findings, title, file }: Hold): string {
  if (title === null) return reasons[reason ?? ''] ?? 'waits for a decision';
  const where = file === null ? '' : ` in ${printable(file)}`;
  const others = findings - 1;
  const more = others === 0 ? '' : `, and ${others} more finding${others === 1 ? '' : 's'}`;
  return `${printable(title)}${where}${more}`;
}

/** Why a release without findings is held. */
const reasons: Readonly<Record<string, string>> = {
  awaiting_approval: 'waits for an approval',
  policy_hold: 'a policy asks for an approval',
  cooling_down: 'a policy asks for a cool-down',
  scan_failed: 'the scan failed',
  render_failed: 'its index can not be made',
};

function printable(text: string): string {
  const shown = text.length <= longestText ? text : `${text.slice(0, longestText - 3)}...`;
  return shown.replaceAll(unprintable, '?');
}
