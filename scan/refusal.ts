import { DomainError } from '../domain/errors.ts';
import type { ArchiveLimits } from './limits.ts';

export function refusal(sentence: string, cause?: unknown): DomainError {
  return new DomainError('invalid_archive', sentence, {}, cause);
}

/** `why` continues "the archive entry "x" ...". */
export function entryRefusal(path: string, why: string): DomainError {
  return refusal(`the archive entry ${quoted(path)} ${why}`);
}

/**
 * A name, made safe for messages: shortened, and without characters that move a terminal's cursor or change text
 * direction.
 */
export function quoted(path: string): string {
  const short = path.length > 120 ? `${path.slice(0, 120)}…` : path;
  return JSON.stringify(short).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** @throws DomainError if `produced` bytes are too many for `consumed` compressed ones */
export function assertExpansion(produced: number, consumed: number, limits: ArchiveLimits): void {
  if (produced > limits.maxTotalBytes) {
    throw refusal(`the archive expands to more than ${limits.maxTotalBytes} bytes`);
  }
  if (produced > limits.ratioFloorBytes && produced > consumed * limits.maxRatio) {
    throw refusal(`the archive expands to more than ${limits.maxRatio} times its size`);
  }
}
