import { DomainError } from '../../domain/errors.ts';

const retryAfterSeconds = 2;

/** Room for bodies in memory, shared by all requests of the process. */
export interface HeldBodies {
  /** See `Bodies.hold`. */
  hold<T>(work: (take: (bytes: number) => void) => Promise<T>): Promise<T>;
}

export function createHeldBodies(maxBytes: number): HeldBodies {
  let held = 0;
  return {
    async hold(work) {
      let own = 0;
      try {
        return await work((bytes) => {
          if (held + bytes > maxBytes) {
            throw new DomainError('overloaded', 'too many large bodies at a time, try again', {
              retryAfterSeconds,
            });
          }
          held += bytes;
          own += bytes;
        });
      } finally {
        held -= own;
      }
    },
  };
}
