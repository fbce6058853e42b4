import { request as askHttp } from 'node:http';
import { request as askHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { within } from '../within.ts';

type Handler = S3Client['config']['requestHandler'];
type Request = Parameters<Handler['handle']>[0];
interface HttpHandlerOptions {
  abortSignal?: unknown;
}

export interface SilenceOptions {
  /**
   * The time after which a pending request causes a probe of the server, and the time that the server has to answer
   * it.
   */
  patienceMs?: number;
  /** The interval of probes while the server is silent. */
  everyMs?: number;
  /** The time that running downloads get to end. */
  mercyMs?: number;
}

/** The bucket's server does not answer: the same request may succeed in a moment. */
export class BucketAway extends Error {
  override name = 'BucketAway';

  constructor() {
    super('the server of the bucket does not answer');
  }
}

/**
 * Bounds the cost of a server that has fallen silent: its packets are dropped, so no request fails. A slow request
 * may continue while the server answers probes, because a large copy takes time. If the server answers none, all
 * pending requests end at once and free their sockets, and later requests are refused until the server answers again.
 */
export function guardAgainstSilence(handler: Handler, options: SilenceOptions = {}): void {
  const { patienceMs = 3_000, everyMs = 500, mercyMs = 10_000 } = options;
  const waiting = new Set<AbortController>();
  const bodies = new Set<Readable>();
  let asking: Promise<void> | undefined;
  let isAway = false;
  const closed = new AbortController();

  async function look(request: Request): Promise<void> {
    if (isAway || (await answers(request, patienceMs))) return;
    isAway = true;
    for (const each of waiting) each.abort();
    const begun = [...bodies];
    const end = setTimeout(() => begun.forEach((body) => body.destroy(new BucketAway())), mercyMs);
    end.unref();
    while (!closed.signal.aborted && !(await answers(request, patienceMs))) await pause(everyMs);
    clearTimeout(end);
    isAway = false;
  }

  const handle: Handler['handle'] = handler.handle.bind(handler);
  const destroy = handler.destroy?.bind(handler);
  const guarded: Pick<Handler, 'handle' | 'destroy'> = {
    async handle(request, how: HttpHandlerOptions = {}) {
      if (isAway) throw new BucketAway();
      const mine = new AbortController();
      const asked = how.abortSignal as AbortSignal | undefined;
      const abort = () => mine.abort();
      asked?.addEventListener('abort', abort, { once: true });
      waiting.add(mine);
      const timer = setInterval(() => {
        asking ??= look(request).finally(() => (asking = undefined));
      }, patienceMs);
      try {
        const answer = await handle(request, { ...how, abortSignal: mine.signal });
        const body: unknown = answer.response.body;
        if (body instanceof Readable) remember(bodies, body);
        return answer;
      } catch (error) {
        throw mine.signal.aborted && asked?.aborted !== true ? new BucketAway() : error;
      } finally {
        clearInterval(timer);
        waiting.delete(mine);
        asked?.removeEventListener('abort', abort);
      }
    },
    destroy() {
      closed.abort();
      destroy?.();
    },
  };
  Object.assign(handler, guarded);
}

function remember(bodies: Set<Readable>, body: Readable): void {
  bodies.add(body);
  body.once('close', () => bodies.delete(body));
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

/** Probes on a new connection. Any answer, even a refused connection, shows that pending requests will end. */
async function answers({ protocol, hostname, port }: Request, withinMs: number): Promise<boolean> {
  const answer = Promise.withResolvers<boolean>();
  const ask = protocol === 'http:' ? askHttp : askHttps;
  const question = ask({ hostname, port, method: 'HEAD', path: '/', agent: false });
  question.once('response', () => answer.resolve(true));
  question.on('error', () => answer.resolve(true));
  question.end();
  try {
    return await within(answer.promise, withinMs);
  } catch {
    return false;
  } finally {
    question.destroy();
  }
}
