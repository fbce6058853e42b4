import type { Actor } from '../../domain/actor.ts';
import { addressKey } from '../../domain/address-key.ts';

/** The holder that a body counts for. */
export interface Holder {
  key: string;
  /** A person, not an address. */
  isKnown: boolean;
}

export function holderOf(actor: Actor, address: string): Holder {
  if (actor.kind === 'user') return { key: `person:${actor.userId}`, isKnown: true };
  return { key: `address:${addressKey(address)}`, isKnown: false };
}
