import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { relabelNotFound } from '../../relabel-not-found.ts';
import { paths } from '../format/documents.ts';
import { canonicalName, normalise } from '../format/name.ts';
import { acceptedForm, type Form } from './accepted.ts';
import { identify } from './caller.ts';
import { sendProjects } from './project-list.ts';

interface ProjectRoute {
  Params: { project: string };
}

/** HEAD is explicit, because the framework's own HEAD loses the length of the answer. */
const reads = ['GET', 'HEAD'] as const;

/** PEP 503 and PEP 691: projects, and the files of one. */
export function registerSimpleRoutes(app: FastifyInstance, context: RouteContext): void {
  app.route({
    method: [...reads],
    url: '/simple/',
    async handler(request, reply) {
      const caller = await identify(context, request);
      const form = formFor(request, reply);
      if (form === undefined) return reply;
      return sendProjects(context, caller, reply, form);
    },
  });
  app.route<ProjectRoute>({
    method: [...reads],
    url: '/simple/:project',
    handler: (request, reply) => redirect(request, reply, request.params.project),
  });
  app.route<ProjectRoute>({
    method: [...reads],
    url: '/simple/:project/',
    async handler(request, reply) {
      const caller = await identify(context, request);
      const key = keyOf(request.params.project);
      if (key !== request.params.project) return redirect(request, reply, request.params.project);
      const form = formFor(request, reply);
      if (form === undefined) return reply;
      const path = form === 'json' ? paths.json(key) : paths.html(key);
      return relabelNotFound(request.params.project, () => context.documents.send(caller, reply, path));
    },
  });
}

/** Redirects to the canonical URL of a project. */
function redirect({ url }: FastifyRequest, reply: FastifyReply, project: string): FastifyReply {
  const key = keyOf(project);
  const [path = '', query] = url.split('?', 2);
  const folder = path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);
  return reply
    .code(key === project ? 308 : 301)
    .headers({
      location: `${folder}${key}/${query === undefined ? '' : `?${query}`}`,
      'cache-control': 'no-cache',
    })
    .send();
}

/** @throws DomainError `not_found` for an invalid name */
function keyOf(project: string): string {
  try {
    return canonicalName(normalise(project));
  } catch (error) {
    if (error instanceof DomainError) throw notFound('project');
    throw error;
  }
}

/** The form that the client accepts; undefined for neither, after sending the refusal. */
function formFor(request: FastifyRequest, reply: FastifyReply): Form | undefined {
  reply.header('vary', 'Accept');
  const form = acceptedForm(request);
  if (form === undefined) {
    reply
      .code(406)
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      .send(
        'there are HTML and JSON (application/vnd.pypi.simple.v1+json) here, and the client accepts neither\n',
      );
  }
  return form;
}
