import { DomainError } from '../../domain/errors.ts';
import type { KeyValue } from '../../store/kv/kv.ts';

interface Limit {
  count: number;
  seconds: number;
}

/** The limits of each action per user, for all credentials together. Refused actions don't count. */
export const actionLimits = {
  // twice the tokens for all clients of a machine (rookery configure)
  create_token: [
    { count: 20, seconds: 600 },
    { count: 100, seconds: 86_400 },
  ],
  // to one user, or one address
  send_mail: [
    { count: 3, seconds: 3_600 },
    { count: 10, seconds: 86_400 },
  ],
  // a build that publishes a workspace of thirty new packages at once, with the namespaces that it claims
  create_name: [{ count: 40, seconds: 1_200 }],
  check_domain: [{ count: 30, seconds: 600 }],
  // messages to an address of the caller's choice, sent while the caller waits
  fire_webhook: [{ count: 30, seconds: 600 }],
  // typed codes, right or wrong, per address
  look_up_code: [{ count: 30, seconds: 600 }],
} as const satisfies Record<string, readonly Limit[]>;

export type Action = keyof typeof actionLimits;

const sentences: Record<Action, string> = {
  create_token: 'too many new tokens',
  send_mail: 'too many mails',
  create_name: 'too many new names',
  check_domain: 'too many checks of the DNS',
  fire_webhook: 'too many tests of webhooks',
  look_up_code: 'too many codes',
};

/**
 * `once`: repeated requests with the same key count once within the shortest window.
 * @throws DomainError `rate_limited`
 */
export type ConsumeLimit = (action: Action, userId: string, once?: string) => Promise<void>;

/** No limits, for commands on the machine. */
export const unlimited: ConsumeLimit = async () => {};

/** While Redis is unreachable each process counts separately (ADR 0090). */
export function createActionLimits(kv: KeyValue, isOn: boolean): ConsumeLimit {
  async function consumeLimit(action: Action, userId: string): Promise<void> {
    for (const { count, seconds } of actionLimits[action]) {
      const key = `action:${action}:${seconds}:${userId}`;
      const { isAllowed, resetSeconds } = await kv.hit(key, count, seconds);
      if (!isAllowed) throw refusal(action, resetSeconds);
    }
  }

  return async (action, userId, once) => {
    if (!isOn) return;
    if (once === undefined) return consumeLimit(action, userId);
    const key = `action:${action}:${userId}:${once}`;
    const isNew = await kv.setIfAbsent(key, '', actionLimits[action][0].seconds);
    if (!isNew) return;
    try {
      await consumeLimit(action, userId);
    } catch (error) {
      await kv.delete(key);
      throw error;
    }
  };
}

function refusal(action: Action, resetSeconds: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetSeconds));
  const detail = `${sentences[action]}, try again in ${retryAfterSeconds} s`;
  return new DomainError('rate_limited', detail, { retryAfterSeconds });
}
