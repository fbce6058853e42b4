import type { Logger } from '../../config/logging.ts';

/** Times in which notices may have been lost, until their events have been read. */
export interface Gaps {
  /** A notice has come. */
  heard(): void;
  /** Notices since the last one may have been lost. */
  open(): void;
  close(): void;
}

export interface GapsOptions {
  log: Pick<Logger, 'warn'>;
  /** How far before the last word a gap may begin. */
  marginMs: number;
  retryMs: number;
}

/** `read` reads the events of the last so many seconds; it is repeated until it succeeds. */
export function createGaps(
  read: (seconds: number) => Promise<void>,
  { log, marginMs, retryMs }: GapsOptions,
): Gaps {
  const begunAt = performance.now();
  let sureUntil = begunAt;
  // of the gap that was opened last; a notice before it is read does not close the one before it
  let latest = 0;
  let isOpen = false;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function makeGood(): Promise<void> {
    clearTimeout(retry);
    const mine = latest;
    const startedAt = performance.now();
    const seconds = Math.min(startedAt - sureUntil + marginMs, startedAt - begunAt) / 1_000;
    try {
      await read(seconds);
      sureUntil = Math.max(sureUntil, startedAt);
      if (mine === latest) isOpen = false;
    } catch (error) {
      if (isClosed) return;
      log.warn({ err: error, seconds }, 'events of a gap could not be read: trying again');
      clearTimeout(retry);
      retry = setTimeout(() => void makeGood(), retryMs).unref();
    }
  }

  return {
    heard() {
      if (!isOpen) sureUntil = performance.now();
    },
    open() {
      if (isClosed) return;
      latest += 1;
      isOpen = true;
      void makeGood();
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
    },
  };
}
