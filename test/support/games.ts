import type { Answer, CallOptions, Management } from './management.ts';

/** The games of a management server, through the API of players. */
export interface Board {
  /** Creates a game; the body is that of `POST /api/games`. Returns its id. */
  start(body?: object): Promise<string>;
  startFrom(fen: string): Promise<string>;
  /** Plays one move such as `e7e8Q`. */
  move(id: string, move: string, options?: CallOptions): Promise<Answer>;
  act(id: string, body: object, options?: CallOptions): Promise<Answer>;
  /** Plays moves one after the other; each must be accepted. Returns the last answer. */
  play(id: string, moves: string): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
}

export function boardOf({ call }: Pick<Management, 'call'>): Board {
  const idOf = ({ status, body }: Answer): string => {
    if (status !== 200) throw new Error(`no game: ${status} ${JSON.stringify(body)}`);
    return String(body['game_id']);
  };
  const move = (id: string, text: string, options: CallOptions = {}) =>
    call('POST', `/api/games/${id}/move`, { ...options, body: moveOf(text) });
  return {
    start: async (body) => idOf(await call('POST', '/api/games', { body })),
    startFrom: async (fen) => idOf(await call('POST', '/api/games/fen', { body: { fen } })),
    move,
    act: (id, body, options = {}) => call('POST', `/api/games/${id}/action`, { ...options, body }),
    async play(id, moves) {
      let last: Answer | undefined;
      for (const text of moves.split(' ')) {
        last = await move(id, text);
        if (last.status !== 200) throw new Error(`${text}: ${JSON.stringify(last.body)}`);
      }
      if (!last) throw new Error('no moves were given');
      return last;
    },
    get: (path, options) => call('GET', `/api/games/${path}`, options),
  };
}

/** The body of a move such as `e7e8Q`. */
export function moveOf(text: string): { from: string; to: string; promotion: string | null } {
  return { from: text.slice(0, 2), to: text.slice(2, 4), promotion: text.slice(4) || null };
}
