import type { Actor } from '../../domain/actor.ts';
import { addressKey } from '../../domain/address-key.ts';

/** Who is to be counted for a body. */
export interface Holder {
  key: string;
  /** A person, not an address. */
  isKnown: boolean;
}

export function holderOf(actor: Actor, address: string): Holder {
  if (actor.kind === 'user') return { key: `person:${actor.userId}`, isKnown: true };
  return { key: `address:${addressKey(address)}`, isKnown: false };
}
