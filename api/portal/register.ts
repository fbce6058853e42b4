import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyLimits } from '../../domain/limits.ts';
import { notFound } from '../../domain/errors.ts';
import { decodeUtf8 } from '../../domain/utf8.ts';
import { logFailure } from '../../ecosystems/log-failure.ts';
import { loadAssets } from '../../portal/assets.ts';
import { errorWords } from '../../portal/error-words.ts';
import { errorView } from '../../portal/error-view.ts';
import { favicon } from '../../portal/favicon.ts';
import { type Page, redirect } from '../../portal/page.ts';
import { pages } from '../../portal/pages/index.ts';
import type { Services } from '../../services/index.ts';
import { asksForPage } from '../plugins/asks-for-page.ts';
import { registerPageHeaders } from '../plugins/security-headers.ts';
import { createCookies } from './cookies.ts';
import { createFormProofs } from './csrf.ts';
import { registerDownloads } from './download.ts';
import { createFlashBox } from './flash.ts';
import { jwtSecretsOf } from '../../config/secrets.ts';
import { toPageError } from './page-error.ts';
import { readContext, type ReaderParts, strangerContext } from './reader.ts';
import { sendAnswer } from './send.ts';
import { submit, toLogin } from './submit.ts';

/** Addresses for programs: errors there have the format that programs expect. */
const ofPrograms = /^\/(?:v1|api|ws|swagger-ui)(?:[/?]|$)/;

/**
 * Registers the pages: sessions by cookie, forms that redirect, errors as pages. No other surface reads the cookies.
 * @returns a function that answers a browser at an unknown address; undefined for programs
 */
export async function registerPortal(app: FastifyInstance, services: Services): Promise<SendMissing> {
  const { publicUrl } = services.config.http;
  const secrets = jwtSecretsOf(services.config.secrets);
  const parts: ReaderParts = {
    services,
    assets: loadAssets(),
    cookies: createCookies(publicUrl),
    proofs: createFormProofs(secrets),
    flashes: createFlashBox(secrets),
  };
  await app.register(async (scope) => {
    await registerPageHeaders(scope, publicUrl);
    await scope.register(compress, { encodings: ['br', 'gzip'], threshold: 1_024 });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      (_request, body: Buffer, done) => done(null, new URLSearchParams(decodeUtf8(body))),
    );
    scope.setErrorHandler((error, request, reply) => sendError(parts, error, request, reply));
    for (const page of pages) registerPage(parts, scope, page);
    registerFiles(parts, scope);
    registerDownloads(parts, scope);
  });
  return (request, reply) =>
    asksForPage(request) && !ofPrograms.test(request.url)
      ? sendError(parts, notFound('page'), request, reply)
      : undefined;
}

export type SendMissing = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined;

function registerPage(parts: ReaderParts, scope: FastifyInstance, page: Page): void {
  const {
    path,
    audience = 'all',
    actions,
    tier = 'protocol',
    readTier = 'protocol',
    body = 'page.form',
  } = page;
  scope.get(path, { config: { tier: readTier } }, async (request, reply) => {
    const context = await readContext(parts, request, reply);
    const answer = audience === 'person' && !context.person ? toLogin(context) : await page.view(context);
    return sendAnswer(parts, context, answer, request, reply);
  });
  if (!actions) return;
  scope.post(path, { config: { tier, body }, bodyLimit: bodyLimits[body].bytes }, async (request, reply) => {
    const context = await readContext(parts, request, reply);
    const isStranger = audience === 'person' && !context.person;
    const answer = isStranger ? toLogin(context) : await submit(parts, page, context, request);
    return sendAnswer(parts, context, answer, request, reply);
  });
}

const yearSeconds = 31_536_000;

function registerFiles({ assets }: ReaderParts, scope: FastifyInstance): void {
  scope.get<{ Params: { file: string } }>('/assets/:file', async ({ params }, reply) => {
    const asset = assets.find(params.file);
    if (!asset) throw notFound('page');
    const lifetime = `public, max-age=${yearSeconds}, immutable`;
    return reply.header('cache-control', lifetime).type(asset.type).send(asset.bytes);
  });
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    scope.get(path, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(favicon),
    );
  }
}

async function sendError(
  parts: ReaderParts,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // without the database the error still gets a page
  const context = await readContext(parts, request, reply).catch(() =>
    strangerContext(parts, request, reply),
  );
  const known = toPageError(error, context.locale);
  logFailure(request.log, { error, known }, 'page failed');
  const { sentence: notice, english } = errorWords(context, known);
  const answer =
    known.code === 'unauthenticated' && !context.person
      ? toLogin(context)
      : known.code === 'mfa_enrolment_required'
        ? redirect(`/account/security?next=${encodeURIComponent(context.url)}`, {
            flash: { notice, english },
          })
        : errorView(context, known);
  return sendAnswer(parts, context, answer, request, reply);
}
