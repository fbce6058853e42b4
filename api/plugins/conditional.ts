import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { DomainError } from '../../domain/errors.ts';
import { createLocks } from './locks.ts';

const changing: ReadonlySet<string> = new Set(['PATCH', 'PUT', 'DELETE']);

/**
 * Strong tags of what is read, and changes that say which state they are of. The tag is of the bytes that are sent, so it
 * differs for readers who see different things.
 */
export function registerConditional(app: FastifyInstance): void {
  const locks = createLocks();

  app.addHook('onSend', async (request, reply, payload) => {
    if (!isDocument(request, reply, payload)) return payload;
    const etag = tagOf(payload);
    reply.header('etag', etag);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
    const { 'if-none-match': ifNoneMatch } = request.headers;
    if (ifNoneMatch === undefined || !fresh({ 'if-none-match': ifNoneMatch }, { etag })) return payload;
    reply.code(304).removeHeader('content-type');
    return '';
  });

  app.addHook('preHandler', async (request, reply) => {
    const wanted = request.headers['if-match'];
    if (wanted === undefined || !changing.has(request.method)) return;
    // the route refuses who may change nothing: they hold no lock and cause no read
    if (request.actor.kind === 'anonymous') return;
    // of two changes of one thing that say so the second sees what the first did
    await locks.take(request, reply);
    const current = await currentTag(app, request);
    const isWanted = wanted
      .split(',')
      .map((tag) => tag.trim())
      .some((tag) => tag === current || (tag === '*' && current !== undefined));
    if (!isWanted)
      throw new DomainError('precondition_failed', 'it has changed since you looked: read it again');
  });
}

function isDocument(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return false;
  const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
  return isJson && !reply.hasHeader('etag') && reply.getHeader('cache-control') !== 'no-store';
}

function tagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 32)}"`;
}

/** As the caller would read it now; undefined for what is not there for them. */
async function currentTag(app: FastifyInstance, request: FastifyRequest): Promise<string | undefined> {
  const { authorization } = request.headers;
  const answer = await app.inject({
    method: 'GET',
    url: request.url,
    // of a file one byte tells its tag: the answer is kept in memory
    headers: { range: 'bytes=0-0', ...(authorization !== undefined && { authorization }) },
    remoteAddress: request.ip,
  });
  const { etag } = answer.headers;
  return [200, 206].includes(answer.statusCode) && typeof etag === 'string' ? etag : undefined;
}
