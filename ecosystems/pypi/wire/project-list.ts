import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import type { RouteContext } from '../../context/context.ts';
import { simpleHtml, simpleJson } from '../format/documents.ts';
import { normalise } from '../format/name.ts';
import { projects, projectsHtml, projectsJson } from '../format/projects.ts';
import type { Form } from './accepted.ts';

/** The number of projects in one query. */
const pageSize = 5_000;

const forms = {
  json: { contentType: simpleJson, make: projectsJson },
  html: { contentType: simpleHtml, make: projectsHtml },
} as const;

/**
 * Sends all projects, without a limit. The list of public projects is a document, rendered once for all readers; a
 * caller with a token gets a separate list that also has readable private projects.
 */
export async function sendProjects(
  context: RouteContext,
  caller: Caller,
  reply: FastifyReply,
  form: Form,
): Promise<FastifyReply> {
  const { contentType, make } = forms[form];
  if (caller.actor.kind === 'anonymous') {
    const made = { name: form, contentType, make: async (lines: Buffer) => make(lines) };
    return context.documents.sendWide(caller, reply, projects.path, made);
  }
  const body = make(await listLines(context, caller));
  const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  const known = (reply.request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim());
  if (known.includes(etag)) return reply.code(304).send();
  return reply.type(contentType).send(body);
}

async function listLines(context: RouteContext, caller: Caller): Promise<Buffer> {
  const pages: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await context.packages.list(caller, {
      limit: pageSize,
      ...(after === undefined ? {} : { after }),
    });
    for (const { name } of page.packages) pages.push(name, '\n');
    const last = page.packages.at(-1)?.name;
    if (!page.hasMore || last === undefined) return Buffer.from(pages.join(''));
    // pages continue after a lookup key, not after a displayed name
    after = normalise(last);
  }
}
