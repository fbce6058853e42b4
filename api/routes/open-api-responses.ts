import type { OpenAPIV3_1 } from 'openapi-types';
import { type ChessErrorCode, chessErrorFacts } from '../../chess/error-codes.ts';
import { type ErrorCode, errorFacts } from '../../domain/errors.ts';

/** The facts about a route's answers that its schemas lack. */
export interface Described {
  /** Refusals of this route, in addition to those that follow from its parameters. */
  refuses?: readonly (ErrorCode | ChessErrorCode)[];
  /** Headers of the answer, in addition to those of its kind. */
  headers?: readonly (keyof typeof headers)[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    described?: Described;
  }
}

const text = { type: 'string' } as const;
const whole = { type: 'integer', minimum: 0 } as const;

const headers = {
  'Content-Language': { description: 'Language of the texts in the answer', schema: text },
  ETag: { description: 'State of the game, for If-Match: another one after every change', schema: text },
  'Idempotent-Replayed': { description: 'true: the answer that was given before', schema: text },
  Link: { description: 'first, prev, next and last, where a page was asked for (RFC 8288)', schema: text },
  'Retry-After': { description: 'Seconds to wait', schema: whole },
  'WWW-Authenticate': { description: 'Bearer', schema: text },
  'X-Total-Count': { description: 'Entries on all pages', schema: whole },
} satisfies Record<string, OpenAPIV3_1.HeaderObject>;

const refusals: Readonly<Record<number, string>> = {
  400: 'Something in the request is wrong',
  401: 'A credential is needed, or the one that came is none',
  403: 'The credential does not allow it',
  404: 'There is no such thing',
  409: 'What it is about is not in the state that the request wants',
  412: 'What it is about has changed since',
  413: 'The body is too large',
  415: 'The body has a type or a charset that is not taken',
  422: 'The request is understood and can not be done',
  428: 'The request has to say which state it is about',
  429: 'Too many requests, or too much in work',
  503: 'A part of the service is away',
};

type Content = OpenAPIV3_1.ResponseObject['content'];

/** One response per status, for references by operations. */
export function errorResponses(content: Content): Record<string, OpenAPIV3_1.ResponseObject> {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [
      `Error${status}`,
      { description, ...headersOfError(Number(status)), ...(content ? { content } : {}) },
    ]),
  );
}

function headersOfError(status: number): Pick<OpenAPIV3_1.ResponseObject, 'headers'> {
  if (status === 401) return { headers: pick(['WWW-Authenticate']) };
  return status === 429 || status === 503 ? { headers: pick(['Retry-After']) } : {};
}

/** Adds the errors and headers of an operation's answers, which follow from its parameters. */
export function describeResponses(
  path: string,
  operation: OpenAPIV3_1.OperationObject,
  { refuses = [], headers: own = [] }: Described,
): void {
  const responses = (operation.responses ??= {});
  const told = pick([...headersOf(path, operation), ...own]);
  for (const [status, response] of Object.entries(responses)) {
    if (status.startsWith('2') && !('$ref' in response) && Object.keys(told).length > 0)
      response.headers = { ...response.headers, ...told };
  }
  for (const status of new Set([...statusesOf(path, operation), ...refuses.map(statusOf)]))
    responses[status] ??= { $ref: `#/components/responses/Error${status}` };
}

const facts = { ...chessErrorFacts, ...errorFacts };
const statusOf = (code: ErrorCode | ChessErrorCode): number => facts[code].status;

const isChess = (path: string): boolean => path.startsWith('/api/');

/** The rate limit excludes probes. */
const isLimited = (path: string): boolean => isChess(path) || path.startsWith('/v1/');

function statusesOf(path: string, operation: OpenAPIV3_1.OperationObject): number[] {
  const { requestBody, security, parameters = [] } = operation;
  const takesSomething = requestBody !== undefined || parameters.length > 0;
  const statuses: number[] = [];
  if (takesSomething && (isChess(path) || requestBody)) statuses.push(400);
  if (security) statuses.push(401);
  if (security && !isChess(path)) statuses.push(403);
  if (path.includes('{')) statuses.push(404);
  if (takes(operation, 'if-match')) statuses.push(409);
  if (requestBody) statuses.push(413, 415);
  if (isChess(path) ? takes(operation, 'idempotency-key') : takesSomething) statuses.push(422);
  if (isLimited(path)) statuses.push(429);
  return statuses;
}

function headersOf(path: string, operation: OpenAPIV3_1.OperationObject): (keyof typeof headers)[] {
  if (!isChess(path)) return [];
  const names: (keyof typeof headers)[] = ['Content-Language'];
  if (takes(operation, 'page')) names.push('X-Total-Count', 'Link');
  if (takes(operation, 'idempotency-key')) names.push('Idempotent-Replayed');
  return names;
}

function takes({ parameters = [] }: OpenAPIV3_1.OperationObject, name: string): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === name);
}

function pick(names: readonly (keyof typeof headers)[]): Record<string, OpenAPIV3_1.HeaderObject> {
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}
