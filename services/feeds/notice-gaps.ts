import type { Logger } from '../../config/logging.ts';

/** Tracks times in which notices may have been lost, until their events are read. */
export interface Gaps {
  /** A notice has arrived. */
  heard(): void;
  /** Notices since the last one may have been lost. */
  open(): void;
  close(): void;
}

export interface GapsOptions {
  log: Pick<Logger, 'warn'>;
  /** How far before the last notice a gap may begin. */
  marginMs: number;
  retryMs: number;
}

/** `read` reads the events of the last `seconds`; a failed read is repeated. */
export function createGaps(
  read: (seconds: number) => Promise<void>,
  { log, marginMs, retryMs }: GapsOptions,
): Gaps {
  const begunAt = performance.now();
  let sureUntil = begunAt;
  // counts gaps: a read only closes the gap that was the latest one at its start
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
