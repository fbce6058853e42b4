import { DomainError } from '../../domain/errors.ts';
import type { ByteSource } from '../byte-source.ts';
import { type ArchiveLimits, insideBudget } from '../limits.ts';
import { partLimits } from '../parts/limits.ts';
import { PartStop } from '../parts/part-stop.ts';
import { unpacked } from '../parts/unpack.ts';
import type { InsideBudget } from './budget.ts';

/** The context of all steps through one container. */
export interface Walk {
  limits: ArchiveLimits;
  budget: InsideBudget;
  /** The maximum size of one member that is kept in memory. */
  keepBytes: number;
  /**
   * Notes why something in the container was not inspected, or is read in several ways. The first reason is reported.
   */
  note(why: string): undefined;
  /** {@link note}s the refusals of a strict reader. */
  noted(strict: () => unknown): void;
  /** @throws PartStop for too many produced or declared bytes in relation to the packed ones */
  assertNoBomb(produced: number, packed: number): void;
  /** The content of packed bytes, within the budget. @throws PartStop */
  unpacked(bytes: ByteSource): AsyncGenerator<Buffer>;
}

export function createWalk(
  { limits, budget }: Pick<Walk, 'limits' | 'budget'>,
  note: (why: string) => void,
): Walk {
  const { maxRatio, ratioFloorBytes } = limits;
  const packedLimits = {
    ...partLimits,
    maxRatio,
    ratioFloorBytes,
    maxTotalBytes: insideBudget.totalBytes,
    maxWindowBytes: insideBudget.windowBytes,
    timeMs: insideBudget.milliseconds,
  };

  return {
    limits,
    budget,
    keepBytes: insideBudget.fileBytes,
    note(why) {
      note(why);
      return undefined;
    },
    noted(strict) {
      try {
        strict();
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        note(error.detail);
      }
    },
    assertNoBomb(produced, packed) {
      if (produced > Math.max(ratioFloorBytes, packed * maxRatio))
        throw new PartStop(`it expands to more than ${maxRatio} times its size`, 'limit');
    },
    async *unpacked(bytes) {
      for await (const chunk of unpacked(bytes, packedLimits)) {
        budget.spend(chunk.length);
        yield chunk;
      }
    },
  };
}
