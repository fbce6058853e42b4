import { DomainError } from '../../domain/errors.ts';
import { heldBodyMs, heldBodyPace, inlineJsonBytes } from '../../domain/limits.ts';

/** Waits at most `withinMs` for a body that occupies shared memory. @throws DomainError `request_timeout` */
export async function inTime<T>(arrived: Promise<T>, withinMs = heldBodyMs): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate()), withinMs);
  try {
    return await Promise.race([arrived, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** How far a body has come, in bytes. */
export interface Progress {
  kept: number;
  passed: number;
}

/**
 * Waits for a body that contains a file; the file may take any time to pass. While more than `inlineJsonBytes` of the
 * body are kept in memory, the body must make progress in every `withinMs`. @throws DomainError `request_timeout`
 */
export async function atPace<T>(
  arrived: Promise<T>,
  progress: () => Progress,
  withinMs = heldBodyMs,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const { keptBytesPerSecond, passedBytesPerSecond } = heldBodyPace;
  let last: Progress = { kept: 0, passed: 0 };
  const look = () => {
    const now = { ...progress() };
    const earnedSeconds =
      (now.kept - last.kept) / keptBytesPerSecond + (now.passed - last.passed) / passedBytesPerSecond;
    last = now;
    if (now.kept > inlineJsonBytes && earnedSeconds * 1_000 < withinMs) late.reject(tooLate());
  };
  const timer = setInterval(look, withinMs);
  try {
    return await Promise.race([arrived, late.promise]);
  } finally {
    clearInterval(timer);
  }
}

function tooLate(): DomainError {
  return new DomainError('request_timeout', 'the body did not arrive in time');
}
