import type { Readable } from 'node:stream';

/** A client that sends nothing for so long within a piece counts as gone. */
const silenceMs = 60_000;

export interface Patience extends Disposable {
  heard(): void;
}

/** Ends a body without progress, so that its writer does not block other writers for ever. */
export function waitFor(body: Readable, limitMs = silenceMs): Patience {
  const timer = setTimeout(() => body.destroy(new Error('nothing arrived for too long')), limitMs);
  timer.unref();
  return {
    heard: () => timer.refresh(),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
