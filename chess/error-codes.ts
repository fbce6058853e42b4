import type { ErrorFacts } from '../domain/coded-error.ts';
import { errorFacts } from '../domain/errors.ts';

/** Every error code of the chess service. */
export const chessErrorFacts = {
  // codes that the registry also has
  bad_request: errorFacts.bad_request,
  not_found: errorFacts.not_found,
  request_timeout: errorFacts.request_timeout,
  invalid_state: errorFacts.invalid_state,
  too_large: errorFacts.too_large,
  unsupported_media_type: errorFacts.unsupported_media_type,
  idempotency_mismatch: errorFacts.idempotency_mismatch,
  rate_limited: errorFacts.rate_limited,
  internal: errorFacts.internal,
  not_ready: errorFacts.not_ready,
  overloaded: errorFacts.overloaded,
  deadline_exceeded: errorFacts.deadline_exceeded,
  // codes of the chess service alone
  invalid_json: { status: 400, title: 'Malformed JSON', retry: false },
  upgrade_required: { status: 426, title: 'Upgrade required', retry: false },
  method_not_allowed: { status: 405, title: 'Method not allowed', retry: false },
  invalid_encoding: { status: 400, title: 'Invalid encoding', retry: false },
  invalid_id: { status: 400, title: 'Invalid id', retry: false },
  missing_field: { status: 400, title: 'Missing field', retry: false },
  invalid_field: { status: 400, title: 'Invalid field', retry: false },
  out_of_range: { status: 400, title: 'Out of range', retry: false },
  invalid_fen: { status: 400, title: 'Invalid FEN', retry: false },
  invalid_pgn: { status: 400, title: 'Invalid PGN', retry: false },
  illegal_move: { status: 400, title: 'Illegal move', retry: false },
  game_over: { status: 400, title: 'Game over', retry: false },
  wrong_side: { status: 400, title: 'Wrong side', retry: false },
  promotion_required: { status: 400, title: 'Promotion required', retry: false },
  promotion_not_allowed: { status: 400, title: 'Promotion not allowed', retry: false },
  empty_square: { status: 400, title: 'Empty square', retry: false },
  no_draw_offer: { status: 400, title: 'No draw offer', retry: false },
  draw_not_possible: { status: 400, title: 'Draw not possible', retry: false },
  claim_not_valid: { status: 400, title: 'Claim not valid', retry: false },
  unknown_action: { status: 400, title: 'Unknown action', retry: false },
  unknown_reason: { status: 400, title: 'Unknown reason', retry: false },
  no_moves: { status: 400, title: 'No moves', retry: false },
  seat_required: { status: 401, title: 'Seat required', retry: false },
  not_your_turn: { status: 403, title: 'Not your turn', retry: false },
  not_maker: { status: 403, title: 'Not the maker', retry: false },
  game_not_found: { status: 404, title: 'Game not found', retry: false },
  archive_not_found: { status: 404, title: 'Archived game not found', retry: false },
  job_not_found: { status: 404, title: 'Review not found', retry: false },
  version_conflict: { status: 409, title: 'Version conflict', retry: false },
  busy: { status: 429, title: 'Busy', retry: true },
} as const satisfies Record<string, ErrorFacts>;

export type ChessErrorCode = keyof typeof chessErrorFacts;

export function isChessErrorCode(value: unknown): value is ChessErrorCode {
  return typeof value === 'string' && Object.hasOwn(chessErrorFacts, value);
}
