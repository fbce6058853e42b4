import { eventually } from './eventually.ts';
import type { Platform } from './platform.ts';

/** An answer of the chess service. */
export interface ChessAnswer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies without caring for the rest
  body: any;
}

export interface ChessCall {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Calls a path below `/api`; a text is sent unchanged. */
export async function chess(
  { url }: Pick<Platform, 'url'>,
  method: string,
  path: string,
  { body, headers = {}, signal }: ChessCall = {},
): Promise<ChessAnswer> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? await response.json() : await response.text(),
  };
}

export function analyse(
  platform: Pick<Platform, 'url'>,
  body: unknown,
  options: Omit<ChessCall, 'body'> = {},
): Promise<ChessAnswer> {
  return chess(platform, 'POST', '/analysis/position', { body, ...options });
}

/** A game with these moves (`e2e4`, `e7e8q`); returns its id. */
export async function playGame(
  platform: Pick<Platform, 'url'>,
  moves: readonly string[],
  fen?: string,
): Promise<string> {
  const created =
    fen === undefined
      ? await chess(platform, 'POST', '/games')
      : await chess(platform, 'POST', '/games/fen', { body: { fen } });
  if (created.status !== 200) throw new Error(`no game: ${JSON.stringify(created.body)}`);
  const id = String(created.body.game_id);
  for (const move of moves) {
    const [from, to, promotion] = [move.slice(0, 2), move.slice(2, 4), move.slice(4).toUpperCase() || null];
    const played = await chess(platform, 'POST', `/games/${id}/move`, { body: { from, to, promotion } });
    if (played.status !== 200) throw new Error(`${move}: ${JSON.stringify(played.body)}`);
  }
  return id;
}

/** Waits until the review is in a final state. Returns it. */
export function finishedReview(
  platform: Pick<Platform, 'url'>,
  jobId: string,
  withinMs = 60_000,
): Promise<ChessAnswer['body']> {
  return eventually(
    async () => {
      const { body } = await chess(platform, 'GET', `/analysis/jobs/${jobId}`);
      if (body.status === 'Queued' || typeof body.status === 'object')
        throw new Error(`not finished: ${JSON.stringify(body)}`);
      return body;
    },
    { withinMs },
  );
}
