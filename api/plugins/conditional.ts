import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { DomainError } from '../../domain/errors.ts';
import type { Services } from '../../services/index.ts';
import { versionedOf } from './versioned.ts';

const changing: ReadonlySet<string> = new Set(['PATCH', 'PUT', 'DELETE']);

/**
 * Adds strong tags to reads, and checks the tag that a change names. The tag covers the sent bytes, so it differs
 * between readers with different rights. The database decides between two changes of the same state: the second
 * transaction finds another version of the rows.
 */
export function registerConditional(
  app: FastifyInstance,
  services: Pick<Services, 'ecosystems' | 'requests'>,
): void {
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

  // not an asynchronous hook: later hooks have to run inside the condition
  app.addHook('preHandler', (request, _reply, done) => {
    const wanted = request.headers['if-match'];
    const isConditional = wanted !== undefined && changing.has(request.method);
    // the route itself refuses callers without a right to change, so they need no read
    if (!isConditional || request.actor.kind === 'anonymous') return done();
    begin(request, wanted, done).catch(done);
  });

  async function begin(request: FastifyRequest, wanted: string, done: () => void): Promise<void> {
    const thing = versionedOf(request, services);
    if (!thing) throw new DomainError('precondition_failed', 'nothing is read at this address');
    const isSeen = async () => matches(wanted, await currentTag(app, request));
    await services.requests.changeIfUnchanged(thing, isSeen, done);
  }
}

function matches(wanted: string, current: string | undefined): boolean {
  if (current === undefined) return false;
  return wanted
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === current || tag === '*');
}

function isDocument(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return false;
  const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
  return isJson && !reply.hasHeader('etag') && reply.getHeader('cache-control') !== 'no-store';
}

function tagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 32)}"`;
}

/** The tag for the caller at this moment; undefined for a resource that is missing for them. */
async function currentTag(app: FastifyInstance, request: FastifyRequest): Promise<string | undefined> {
  const { authorization } = request.headers;
  const answer = await app.inject({
    method: 'GET',
    url: request.url,
    // one byte of a file is enough for its tag: the answer is kept in memory
    headers: { range: 'bytes=0-0', ...(authorization !== undefined && { authorization }) },
    remoteAddress: request.ip,
  });
  const { etag } = answer.headers;
  return [200, 206].includes(answer.statusCode) && typeof etag === 'string' ? etag : undefined;
}
