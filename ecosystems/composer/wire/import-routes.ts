import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { requireScope } from '../../../domain/actor.ts';
import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { readJson } from '../../bodies/json.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import { canonicalVersion } from '../format/version.ts';
import { identify } from './caller.ts';
import { knownName, nameIn, type PackageParameters } from './package-route.ts';

const Wanted = z.strictObject({
  url: z.string().min(1).max(inputLimits['repository address'].characters),
  tag: z.string().min(1).max(fieldLimits.tag.characters).optional(),
});
const url = '/packages/:vendor/:package/imports';

interface JobRoute {
  Params: PackageParameters & { job: string };
}

/** Versions from the tags of a git repository: the routes that start, show and cancel the job. */
export function registerImportRoutes(app: FastifyInstance, context: RouteContext): void {
  app.post<{ Params: PackageParameters }>(
    url,
    { config: { body: limits.import } },
    async (request, reply) => {
      const { caller, mount } = await identify(context, request);
      requireScope(caller.actor, 'packages:write');
      const name = nameIn(request.params);
      const wanted = Wanted.safeParse(await readJson(request));
      if (!wanted.success)
        throw new DomainError(
          'validation_failed',
          'the body is {"url": "https://…", "tag": "…"}; without a tag, all',
        );
      const { tag = null } = wanted.data;
      if (tag !== null) canonicalVersion(tag);
      const { jobId } = await context.imports.begin(caller, {
        name,
        url: wanted.data.url,
        tag,
      });
      const statusUrl = `${mount.url}/packages/${name}/imports/${jobId}`;
      return fresh(reply)
        .code(202)
        .header('location', statusUrl)
        .send({ ok: true, job_id: jobId, status_url: statusUrl });
    },
  );

  app.get<JobRoute>(`${url}/:job`, async (request, reply) => {
    const { caller } = await identify(context, request);
    requireScope(caller.actor, 'packages:write');
    const found = await context.imports.show(caller, knownName(request.params), request.params.job);
    return fresh(reply).send({
      job_id: found.jobId,
      status: found.status,
      url: found.url,
      tag: found.tag,
      tags: found.counts,
      refused: found.refused,
      error: found.error,
      started_at: found.startedAt?.toISOString() ?? null,
      completed_at: found.completedAt?.toISOString() ?? null,
    });
  });

  app.delete<JobRoute>(`${url}/:job`, { config: { body: limits.import } }, async (request, reply) => {
    const { caller } = await identify(context, request);
    requireScope(caller.actor, 'packages:write');
    await context.imports.cancel(caller, knownName(request.params), request.params.job);
    return fresh(reply).code(202).send({ ok: true, job_id: request.params.job, status: 'cancelling' });
  });
}

const fresh = (reply: FastifyReply) => reply.header('cache-control', 'no-store');
