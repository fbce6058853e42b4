import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderToString } from 'preact-render-to-string';
import { renderFrame } from '../../portal/layout.ts';
import type { Answer, Flash, PageContext, Redirect, View } from '../../portal/page.ts';
import { sendCsv } from '../csv.ts';
import { varyBy } from '../plugins/vary.ts';
import { holderOf, type ReaderParts } from './reader.ts';

/**
 * Resources only from this origin, no inline script, no frame; images of other origins become links
 * (`rendering/markdown`).
 */
const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Sends the answer of a page. */
export async function sendAnswer(
  parts: ReaderParts,
  context: PageContext,
  answer: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('content-security-policy', policy);
  // with no-referrer browsers send forms without an origin
  reply.header('referrer-policy', 'same-origin');
  if (answer.kind === 'redirect') return sendRedirect(parts, context, answer, reply);
  if (answer.kind === 'spreadsheet') return sendCsv(reply, answer);
  if (answer.kind !== 'raw') return sendView(parts, context, answer, request, reply);
  reply.headers(answer.headers ?? {}).code(answer.status ?? 200);
  if (typeof answer.body === 'string') {
    return sendText(
      context,
      { ...answer, body: answer.body, isShared: answer.isShared ?? false },
      request,
      reply,
    );
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
  return reply.type(answer.type).send(answer.body);
}

async function sendView(
  { cookies }: ReaderParts,
  context: PageContext,
  view: View,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isShown = context.flash !== undefined && shows(view, context.flash);
  const shown = isShown ? context : { ...context, flash: undefined };
  // a script takes only a part of the page, and an error page must work without the database
  const isWhole = request.headers['sec-fetch-dest'] !== 'empty' && (view.status ?? 200) < 500;
  const invitations = isWhole ? await context.openInvitations().catch(() => 0) : 0;
  const body = `<!doctype html>${renderToString(renderFrame(shown, view, invitations))}`;
  reply.code(view.status ?? 200);
  // a flash is shown once
  if (isShown) cookies.clear(reply, 'flash');
  if (view.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(view.retryAfterSeconds));
  const { isShared = false } = view;
  return sendText(context, { type: 'text/html; charset=utf-8', body, isShared }, request, reply);
}

/** Whether the page shows the flash: not on an error; a flash with data waits for the page that takes it. */
const shows = ({ status = 200, takesFlash = false }: View, { data }: Flash) =>
  status < 400 && (data === undefined || takesFlash);

/** Sends a text. Caches may keep shared pages of anonymous readers and revalidate them, but not pages of a person. */
function sendText(
  context: PageContext,
  { type, body, isShared }: { type: string; body: string; isShared: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.type(type);
  varyBy(reply, 'Cookie');
  varyBy(reply, 'Accept-Language');
  const isKept = isShared && reply.statusCode === 200 && context.person === undefined && !setsCookie(reply);
  if (!isKept) return reply.header('cache-control', 'private, no-store').send(body);
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('cache-control', 'public, no-cache').header('etag', etag);
  const known = request.headers['if-none-match']?.split(',').map((each) => each.trim()) ?? [];
  return known.includes(etag) ? reply.code(304).send() : reply.send(body);
}

const setsCookie = (reply: FastifyReply) => reply.hasHeader('set-cookie');

async function sendRedirect(
  { services, cookies, flashes }: ReaderParts,
  { person }: PageContext,
  { location, status, flash, session, challenge }: Redirect,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (session === null) cookies.clear(reply, 'session');
  else if (session) cookies.set(reply, 'session', await services.pageSessions.sign(session));
  if (challenge === null) cookies.clear(reply, 'challenge');
  else if (challenge !== undefined) cookies.set(reply, 'challenge', challenge);
  const next = session === undefined ? person?.sessionId : session?.sessionId;
  if (flash) cookies.set(reply, 'flash', flashes.seal(flash, holderOf(next)));
  return reply.header('cache-control', 'no-store').redirect(location, status);
}
