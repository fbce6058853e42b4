import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { latestAlias } from '../format/version.ts';

const readable = 'GET, HEAD';

/**
 * The methods of a URL below the mount, in the form of the header `Allow`; undefined for an invalid URL. The result
 * does not depend on stored files.
 */
export function allowedAt({ prefix }: FastifyInstance, { url }: FastifyRequest): string | undefined {
  const [path = ''] = url.split('?', 1);
  const [name, version, ...file] = path.split('/').slice(prefix.split('/').length);
  if (name === undefined || name === '') return version === undefined ? readable : undefined;
  if (version === undefined || version === '') return file.length === 0 ? readable : undefined;
  if (version === latestAlias) return readable;
  return file.join('/') === '' ? `${readable}, DELETE` : `${readable}, PUT, DELETE`;
}

/** 405, with a sentence for the user of the client. */
export function refuseMethod(reply: FastifyReply, allow: string, message: string): FastifyReply {
  return reply
    .code(405)
    .headers({ allow, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(`${JSON.stringify({ error: { code: 'method_not_allowed', message } })}\n`);
}
