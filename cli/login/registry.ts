import { z } from 'zod';
import { messageOf, UsageError } from '../output.ts';

export const defaultUrl = 'http://127.0.0.1:8080';

const Problem = z.object({
  code: z.string().optional(),
  error: z.string(),
  retry_after_seconds: z.number().optional(),
});

/** The registry's refusal of a request. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, status: number, problem?: z.infer<typeof Problem>) {
    super(message);
    this.status = status;
    this.code = problem?.code;
    this.retryAfterSeconds = problem?.retry_after_seconds;
  }
}

/** Reads an address, without a trailing slash. @throws UsageError */
export function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError('--url is no web address');
  return url.origin + (url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname);
}

const timeoutMs = 30_000;

/** One call of the management API. @throws Refusal */
export async function call<T>(
  url: string,
  { method = 'POST', token, body }: { method?: string; token?: string; body?: object },
  schema: z.ZodType<T>,
): Promise<T> {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    throw new Error(`${new URL(url).origin} does not answer: ${messageOf(cause ?? error)}`, { cause: error });
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return schema.parse(answer);
  const problem = Problem.safeParse(answer).data;
  throw new Refusal(problem?.error ?? `the registry answered ${response.status}`, response.status, problem);
}
