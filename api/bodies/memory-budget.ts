import { DomainError } from '../../domain/errors.ts';
import type { Holder } from './body-owner.ts';

const retryAfterSeconds = 2;

/** Shares of the room: the most for one holder, and the most for all anonymous clients together. */
const anonymousPart = 1 / 2;
const holderPart = 1 / 4;

/** Room for bodies in memory, shared by all requests of the process. */
export interface HeldBodies {
  /** See `Bodies.hold`. */
  hold<T>(holder: Holder, work: (take: (bytes: number) => void) => Promise<T>): Promise<T>;
}

export function createHeldBodies(maxBytes: number): HeldBodies {
  let held = 0;
  let heldByAnonymous = 0;
  // only of those who hold something now
  const byHolder = new Map<string, number>();

  /** The fuller it is, the less of it one holder gets: a few can not fill it, as each may only take as much as it leaves free. */
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
          // a body that was given up may still come: its bytes would never be given back
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
