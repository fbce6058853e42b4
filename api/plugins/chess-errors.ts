import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ChessError, chessError } from '../../chess/errors.ts';
import type { Locale } from '../../chess/locale.ts';
import { localizeError } from '../../chess/error-text.ts';
import { type Address, addressesAt, methodsAt, methodsOf } from './addresses.ts';
import { type Checked, refuseFields } from './chess-fields.ts';
import { setLanguage } from './chess-locale.ts';
import { toChessError } from './chess-error.ts';
import { sendProblem } from './problem.ts';

export interface ChessErrorsOptions {
  baseUrl: string;
  /** The language for a request that names none. */
  lang: Locale;
}

/** Sends every error of a scope, also those of the platform, in the caller's language. */
export function registerChessErrors(app: FastifyInstance, options: ChessErrorsOptions): void {
  app.setErrorHandler((error, request, reply) => sendChessProblem(error, request, reply, options));
}

/**
 * Keeps literal addresses apart from placeholders: `/api/games/fen` is not a game, so a request for it with another
 * method is answered with 405.
 */
export function registerOwnAddresses(app: FastifyInstance, addresses: readonly Address[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isPlaceholder = request.routeOptions.url?.includes(':') ?? false;
    const allowed = isPlaceholder ? methodsOf(addressesAt(request.url, addresses)) : [];
    if (allowed.length === 0) return done();
    reply.header('allow', allowed.join(', '));
    done(missing(request.method, true));
  });
}

/**
 * Answers requests for missing addresses below the scope's prefix, and for known addresses with another method. The
 * scope has no routes, so that the request is refused before its body is read.
 */
export function registerMissing(app: FastifyInstance, addresses: readonly Address[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const allowed = methodsAt(request.url, addresses);
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    done(missing(request.method, allowed.length > 0));
  });
  app.setNotFoundHandler((request) => {
    throw missing(request.method, false);
  });
}

function missing(method: string, isKnown: boolean): ChessError {
  return isKnown
    ? chessError('method_not_allowed', 'error.method_not_allowed', { method })
    : chessError('not_found', 'error.page_not_found');
}

export function sendChessProblem(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, lang }: ChessErrorsOptions,
): FastifyReply {
  // an early refusal precedes the choice of the language
  const locale = setLanguage(request, reply, lang);
  return sendProblem(localizeError(explain(thrown, request, locale), locale), request, reply, baseUrl);
}

function explain(thrown: unknown, request: FastifyRequest, locale: Locale): ChessError {
  if (hasZodFastifySchemaValidationErrors(thrown)) {
    return refuseFields(thrown.validation, checked(thrown, request), locale);
  }
  const error = toChessError(thrown);
  return error.code === 'unsupported_media_type' && !error.meta.message ? refuseType(request) : error;
}

/** Refuses a media type and names the types that the route takes. */
function refuseType({ routeOptions }: FastifyRequest): ChessError {
  const allowed = ['application/json', ...(routeOptions.config?.textTypes ?? [])];
  return chessError(
    'unsupported_media_type',
    'error.unsupported_media_type',
    { allowed: allowed.join(', ') },
    { alternatives: allowed },
  );
}

/** The part of the request that failed its schema. */
function checked({ validationContext }: Partial<FastifyError>, request: FastifyRequest): Checked {
  const { schema } = request.routeOptions;
  if (validationContext === 'body') return { value: request.body, schema: schema?.body };
  if (validationContext === 'params') return { value: request.params, schema: schema?.params };
  if (validationContext === 'headers') return { value: request.headers, schema: schema?.headers };
  return { value: request.query, schema: schema?.querystring, isQuery: true };
}
