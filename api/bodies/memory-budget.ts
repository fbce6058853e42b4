import { DomainError } from '../../domain/errors.ts';
import type { Holder } from './body-owner.ts';

const retryAfterSeconds = 2;

/** Shares of the budget: the most for one holder, and the most for all anonymous clients together. */
const anonymousPart = 1 / 2;
const holderPart = 1 / 4;

/** A budget of memory for bodies, shared by all requests of the process. */
export interface HeldBodies {
  /** See `Bodies.hold`. */
  hold<T>(holder: Holder, work: (take: (bytes: number) => void) => Promise<T>): Promise<T>;
}

export function createHeldBodies(maxBytes: number): HeldBodies {
  let held = 0;
  let heldByAnonymous = 0;
  // only holders with bytes in use have an entry
  const byHolder = new Map<string, number>();

  /** A holder may use at most as many bytes as it leaves free, so that a few holders can not fill the budget. */
  function hasRoom({ key, isKnown }: Holder, bytes: number): boolean {
    const own = (byHolder.get(key) ?? 0) + bytes;
    const free = maxBytes - held - bytes;
    return (
      own <= Math.min(maxBytes * holderPart, free) &&
      (isKnown || heldByAnonymous + bytes <= maxBytes * anonymousPart)
    );
  }

  /** @param bytes negative for bytes that are released */
  function count({ key, isKnown }: Holder, bytes: number): void {
    held += bytes;
    if (!isKnown) heldByAnonymous += bytes;
    const own = (byHolder.get(key) ?? 0) + bytes;
    if (own === 0) byHolder.delete(key);
    else byHolder.set(key, own);
  }

  return {
    async hold(holder, work) {
      let own = 0;
      let isOver = false;
      try {
        return await work((bytes) => {
          // a body may arrive after its request ended: no code would release its bytes
          if (isOver) throw new Error('the request ended while its body was waiting');
          if (!hasRoom(holder, bytes)) {
            throw new DomainError('overloaded', 'too many large bodies at a time, try again', {
              retryAfterSeconds,
            });
          }
          count(holder, bytes);
          own += bytes;
        });
      } finally {
        isOver = true;
        count(holder, -own);
      }
    },
  };
}
