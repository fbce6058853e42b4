/**
 * The one error type of the project. Each surface renders it once: `/v1` as problem details, every
 * ecosystem through its own `problem()`, activities as an ApplicationFailure of the same type name.
 */

/** What each code means on the wire and whether the same request may succeed later. */
export const errorFacts = {
  malformed_json: { status: 400, title: 'Malformed JSON', retry: false },
  bad_request: { status: 400, title: 'Bad request', retry: false },
  unauthenticated: { status: 401, title: 'Authentication required', retry: false },
  invalid_credentials: { status: 401, title: 'Invalid credentials', retry: false },
  token_expired: { status: 401, title: 'Token expired', retry: false },
  token_revoked: { status: 401, title: 'Token revoked', retry: false },
  login_required: { status: 401, title: 'Log in again', retry: false },
  insufficient_scope: { status: 403, title: 'Insufficient scope', retry: false },
  forbidden: { status: 403, title: 'Forbidden', retry: false },
  not_found: { status: 404, title: 'Not found', retry: false },
  request_timeout: { status: 408, title: 'Request timeout', retry: true },
  slug_taken: { status: 409, title: 'Slug already taken', retry: false },
  name_taken: { status: 409, title: 'Name already taken', retry: false },
  version_exists: { status: 409, title: 'Version already exists', retry: false },
  invalid_state: { status: 409, title: 'Invalid state', retry: false },
  duplicate: { status: 409, title: 'Already exists', retry: false },
  digest_conflict: { status: 409, title: 'Different content', retry: false },
  range_mismatch: { status: 416, title: 'Not where the upload stands', retry: false },
  digest_mismatch: { status: 400, title: 'Digest mismatch', retry: false },
  part_unknown: { status: 404, title: 'Part unknown', retry: false },
  precondition_failed: { status: 412, title: 'Precondition failed', retry: false },
  too_large: { status: 413, title: 'Too large', retry: false },
  unsupported_media_type: { status: 415, title: 'Unsupported media type', retry: false },
  validation_failed: { status: 422, title: 'Validation failed', retry: false },
  policy_violation: { status: 422, title: 'Policy violation', retry: false },
  invalid_name: { status: 422, title: 'Invalid name', retry: false },
  invalid_version: { status: 422, title: 'Invalid version', retry: false },
  invalid_archive: { status: 422, title: 'Invalid archive', retry: false },
  manifest_mismatch: { status: 422, title: 'Manifest mismatch', retry: false },
  name_reserved: { status: 422, title: 'Reserved name', retry: false },
  name_too_similar: { status: 422, title: 'Name too similar', retry: false },
  visibility_too_broad: { status: 422, title: 'Visibility too broad', retry: false },
  idempotency_mismatch: { status: 422, title: 'Idempotency mismatch', retry: false },
  // of the chess service
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
  game_not_found: { status: 404, title: 'Game not found', retry: false },
  archive_not_found: { status: 404, title: 'Archived game not found', retry: false },
  job_not_found: { status: 404, title: 'Review not found', retry: false },
  version_conflict: { status: 409, title: 'Version conflict', retry: false },
  busy: { status: 429, title: 'Busy', retry: true },
  rate_limited: { status: 429, title: 'Too many requests', retry: true },
  internal: { status: 500, title: 'Internal error', retry: true },
  not_ready: { status: 503, title: 'Not ready', retry: true },
  overloaded: { status: 503, title: 'Overloaded', retry: true },
  deadline_exceeded: { status: 504, title: 'Deadline exceeded', retry: true },
} as const satisfies Record<string, { status: number; title: string; retry: boolean }>;

export type ErrorCode = keyof typeof errorFacts;

/** One problem of one field of a request. */
export interface FieldProblem {
  path: string;
  code: string;
  message: string;
}

/** Facts for renderers beside the sentence: field problems, the missing scope, seconds to wait. */
export interface ErrorMeta {
  errors?: FieldProblem[];
  scope?: string;
  retryAfterSeconds?: number;
  /** How old the log-in may be that is asked for (RFC 9470). */
  maxAgeSeconds?: number;
  existingName?: string;
  /** The part that is missing. */
  digest?: string;
  /** Where an upload stands. */
  receivedBytes?: number;
  /** The sentence in the catalogue of a surface that speaks several languages. */
  message?: { key: string; params: Readonly<Record<string, string | number | { text: string }>> };
  /** Of the error's kind, where it is told in another language (RFC 9457, section 3.1.4). */
  title?: string;
  /** What would have been accepted instead. */
  alternatives?: readonly string[];
  /** Numbers behind the sentence, for programs: how many are active, how many may be. */
  details?: Readonly<Record<string, string | number>>;
}

export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly meta: ErrorMeta;

  /** `detail` is shown to the client as it is: a full sentence without secrets, paths or SQL. */
  constructor(code: ErrorCode, detail: string, meta: ErrorMeta = {}, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = 'DomainError';
    this.code = code;
    this.meta = meta;
  }

  get detail(): string {
    return this.message;
  }

  get status(): number {
    return errorFacts[this.code].status;
  }

  get isPermanent(): boolean {
    return !errorFacts[this.code].retry;
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorFacts, value);
}

export const notFound = (what: string) => new DomainError('not_found', `${what} not found`);

export const versionExists = (name: string, version: string) =>
  new DomainError('version_exists', `${name} ${version} already exists`);

export const forbidden = (detail: string) => new DomainError('forbidden', detail);

export const trustedPublishingOnly = (name: string) =>
  forbidden(`${name} is published by its trusted publishers only`);

export const insufficientScope = (scope: string) =>
  new DomainError('insufficient_scope', `this needs the scope ${scope}`, { scope });

export const loginRequired = (maxAgeSeconds: number) =>
  new DomainError(
    'login_required',
    `this needs a log-in of the last ${maxAgeSeconds} seconds, not an API token: log in again`,
    { maxAgeSeconds },
  );

export const unauthenticated = (detail = 'authentication required') =>
  new DomainError('unauthenticated', detail);
