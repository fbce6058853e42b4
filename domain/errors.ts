import { CodedError, type ErrorFacts, type ProblemMeta } from './coded-error.ts';

/**
 * The error type of the registry and the platform; the chess service has its own (`chess/errors.ts`). Each surface
 * renders it once: `/v1` as problem details, every ecosystem through its own `problem()`, activities as an
 * ApplicationFailure of the same type name.
 */

/** The meaning of each code on the wire, and whether the same request may succeed later. */
export const errorFacts = {
  malformed_json: { status: 400, title: 'Malformed JSON', retry: false },
  bad_request: { status: 400, title: 'Bad request', retry: false },
  // RFC 8628, section 3.5: the answer to a client that waits for a person
  authorization_pending: { status: 400, title: 'Not decided yet', retry: true },
  slow_down: { status: 400, title: 'Asked too often', retry: true },
  access_denied: { status: 400, title: 'Denied', retry: false },
  expired_token: { status: 400, title: 'Too late', retry: false },
  unauthenticated: { status: 401, title: 'Authentication required', retry: false },
  invalid_credentials: { status: 401, title: 'Invalid credentials', retry: false },
  token_expired: { status: 401, title: 'Token expired', retry: false },
  token_revoked: { status: 401, title: 'Token revoked', retry: false },
  mfa_required: { status: 401, title: 'Second factor required', retry: false },
  login_required: { status: 401, title: 'Log in again', retry: false },
  mfa_enrolment_required: { status: 403, title: 'Second factor must be set up', retry: false },
  insufficient_scope: { status: 403, title: 'Insufficient scope', retry: false },
  cidr_denied: { status: 403, title: 'Not from this address', retry: false },
  forbidden: { status: 403, title: 'Forbidden', retry: false },
  not_found: { status: 404, title: 'Not found', retry: false },
  method_not_allowed: { status: 405, title: 'Method not allowed', retry: false },
  request_timeout: { status: 408, title: 'Request timeout', retry: true },
  slug_taken: { status: 409, title: 'Slug already taken', retry: false },
  name_taken: { status: 409, title: 'Name already taken', retry: false },
  version_exists: { status: 409, title: 'Version already exists', retry: false },
  invalid_state: { status: 409, title: 'Invalid state', retry: false },
  already_member: { status: 409, title: 'Already a member', retry: false },
  duplicate: { status: 409, title: 'Already exists', retry: false },
  deferred_kind: { status: 409, title: 'Kind not served yet', retry: false },
  digest_conflict: { status: 409, title: 'Different content', retry: false },
  range_mismatch: { status: 416, title: 'Not where the upload stands', retry: false },
  digest_mismatch: { status: 400, title: 'Digest mismatch', retry: false },
  part_unknown: { status: 404, title: 'Part unknown', retry: false },
  precondition_required: { status: 428, title: 'Precondition required', retry: false },
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
  rate_limited: { status: 429, title: 'Too many requests', retry: true },
  internal: { status: 500, title: 'Internal error', retry: true },
  not_ready: { status: 503, title: 'Not ready', retry: true },
  overloaded: { status: 503, title: 'Overloaded', retry: true },
  deadline_exceeded: { status: 504, title: 'Deadline exceeded', retry: true },
} as const satisfies Record<string, ErrorFacts>;

export type ErrorCode = keyof typeof errorFacts;

/** Facts for renderers beside the sentence. */
export interface ErrorMeta extends Pick<
  ProblemMeta,
  'errors' | 'scope' | 'retryAfterSeconds' | 'maxAgeSeconds' | 'details'
> {
  existingName?: string;
  /** The case within a code, for protocols that distinguish cases. */
  reason?: 'used_before' | 'issuer_unknown' | 'pending_publisher';
  /** The part that is missing. */
  digest?: string;
  /** Set if a page has translated the sentence and those of its fields into the reader's language. */
  isTranslated?: true;
  /** The bytes of an upload that were received. */
  receivedBytes?: number;
}

export class DomainError extends CodedError<ErrorCode, ErrorMeta> {
  override name = 'DomainError';

  constructor(code: ErrorCode, detail: string, meta: ErrorMeta = {}, cause?: unknown) {
    super(code, detail, meta, cause);
  }

  protected get facts(): ErrorFacts {
    return errorFacts[this.code];
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorFacts, value);
}

/**
 * The same refusal, attributed to one member of the request: clients show it there. `path`: the member's name in
 * `/v1`; `message`: the sentence for the member, if the sentence of the whole says more.
 */
export function aboutInput(path: string, { code, detail, meta, cause }: DomainError, message = detail) {
  const problem = { path, code: code === 'validation_failed' ? 'invalid' : code, message };
  return new DomainError(code, detail, { ...meta, errors: [problem] }, cause);
}

/**
 * {@link aboutInput} for work that can be refused only for this member. A refusal that already names members keeps
 * them.
 */
export async function onInput<Result>(path: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DomainError && error.meta.errors === undefined ? aboutInput(path, error) : error;
  }
}

export const notFound = (what: string) => new DomainError('not_found', `${what} not found`);

/** The refusal for a version that was published once and no longer exists. */
export const versionUsedUp = (name: string, version: string) =>
  new DomainError('version_exists', `${name} ${version} was deleted: its number is not used again`);

export const versionExists = (name: string, version: string) =>
  new DomainError('version_exists', `${name} ${version} already exists`);

export const invalidState = (detail: string) => new DomainError('invalid_state', detail);

export const mfaRequired = () =>
  new DomainError(
    'mfa_required',
    'this account has a second factor: send the code of your authenticator app',
  );

export const enrolmentRequired = (organization: string) =>
  new DomainError(
    'mfa_enrolment_required',
    `${organization} asks its members for a second factor: set one up with POST /v1/auth/mfa/setup`,
  );

export const forbidden = (detail: string, meta: ErrorMeta = {}) => new DomainError('forbidden', detail, meta);

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
