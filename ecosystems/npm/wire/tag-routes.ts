import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify, identifyWriter } from './caller.ts';
import { readJson } from '../../bodies/json.ts';
import { distTags } from '../format/latest.ts';
import { onPackage } from './package-routes.ts';
import { sendJson } from './send-json.ts';
import { readState } from './package-state.ts';
import { assertTag } from './tag.ts';
import { limits } from '../format/limits.ts';

export function registerTagRoutes(app: FastifyInstance, context: RouteContext): void {
  onPackage(app, 'GET', ['/-/package', '/dist-tags'], async (request, reply, name) => {
    const { caller } = await identify(context, request);
    const state = await readState(context, caller, name);
    const shown = distTags(state.releases, state.tags);
    return sendJson(request, reply, state.package, JSON.stringify(shown));
  });

  for (const method of ['PUT', 'POST'] as const) {
    onPackage(
      app,
      { method, body: limits.json },
      ['/-/package', '/dist-tags/:tag'],
      async (request, reply, name) => {
        const { caller } = await identifyWriter(context, request);
        const version = await readJson(request);
        if (typeof version !== 'string')
          throw new DomainError('bad_request', 'the body is a version as a string');
        const tag = tagOf(request);
        assertTag(tag);
        await context.tags.set(caller, name, tag, version);
        return reply.send({ ok: true });
      },
    );
  }

  onPackage(app, 'DELETE', ['/-/package', '/dist-tags/:tag'], async (request, reply, name) => {
    const { caller } = await identifyWriter(context, request);
    const tag = tagOf(request);
    if (tag === 'latest') throw new DomainError('bad_request', 'the tag latest can be moved, not removed');
    await context.tags.remove(caller, name, tag);
    return reply.send({ ok: true });
  });
}

function tagOf(request: FastifyRequest): string {
  return (request.params as { tag: string }).tag;
}
