import { bodyLimits } from '../../../../domain/limits.ts';
import { type Answer, type Ask, ask, forEach } from '../../raw-request.ts';

export interface Target {
  url: string;
  /** A hostile user who may publish. */
  attacker: { username: string; token: string };
  /** Three more hostile users who may publish. */
  accomplices: readonly { token: string }[];
}

/** A request that is cheap to send and expensive to serve without limits. Rejects on an unexpected answer. */
export interface Attack {
  name: string;
  run(target: Target): Promise<void>;
}

export interface Repeated {
  times: number;
  /** The number of concurrent requests. */
  width?: number;
  /** The accepted statuses. */
  statuses: readonly number[];
}

/** The server may answer the attacker slowly. */
const withinMs = 120_000;

/** Repeats a kind of request; `build` receives the index. */
export function repeated(
  name: string,
  { times, width = 4, statuses }: Repeated,
  build: (at: number, target: Target) => Ask | Promise<Ask>,
): Attack {
  return {
    name,
    async run(target) {
      const all = Array.from({ length: times }, (_, at) => at);
      await forEach(
        all,
        async (at) => {
          const request = await build(at, target);
          const answer = await send(target, request).catch((error: unknown) => refusedAmid(error, request));
          expectAnswer(answer, statuses);
        },
        width,
      );
    },
  };
}

/** Accepts a closed connection: the server reads a refused body only to a limit, and then its answer may be lost. */
function refusedAmid(error: unknown, { body }: Ask): Pick<Answer, 'status' | 'text'> {
  const { code } = (error as { cause?: { code?: string } }).cause ?? {};
  const isLarge =
    (typeof body === 'string' || Buffer.isBuffer(body)) && body.length > bodyLimits.unread.bytes;
  if (isLarge && (code === 'EPIPE' || code === 'ECONNRESET')) return { status: 413, text: 'closed' };
  throw error;
}

export function send({ url }: Target, request: Ask): Promise<Answer> {
  return ask(url, { ...request, withinMs });
}

export function expectAnswer(
  { status, text }: Pick<Answer, 'status' | 'text'>,
  statuses: readonly number[],
): void {
  if (!statuses.includes(status)) throw new Error(`answered with ${status}: ${text.slice(0, 300)}`);
}

export const bearer = ({ attacker }: Target) => ({ authorization: `Bearer ${attacker.token}` });

export const json = { 'content-type': 'application/json' };
