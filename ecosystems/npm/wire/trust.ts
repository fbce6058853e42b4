import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { anyWorkflow } from '../../../domain/trusted-publisher.ts';
import type { RouteContext } from '../../context/context.ts';
import type { PublisherRequest, TrustedPublisher } from '../../context/trust.ts';
import { identify } from './caller.ts';
import { readJson } from '../../bodies/json.ts';
import { onPackage } from './package-routes.ts';
import { withPresence } from './recent-login.ts';
import { limits } from '../format/limits.ts';

const github = 'https://token.actions.githubusercontent.com';
const gitlab = 'https://gitlab.com';

const file = z.object({ file: z.string().min(1).max(limits['publisher file'].characters) });
const repository = z.string().min(3).max(limits['publisher repository'].characters);
const environment = z.string().min(1).max(limits['publisher environment'].characters).nullish();

const permissions = z.array(z.enum(['createPackage', 'createStagedPackage'])).min(1);

const Trust = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('github'),
    claims: z.object({ repository, workflow_ref: file, environment }),
    permissions: permissions.default(['createPackage']),
  }),
  z.object({
    type: z.literal('gitlab'),
    claims: z.object({ project_path: repository, ci_config_ref_uri: file, environment }),
    permissions: permissions.default(['createPackage']),
  }),
]);
type Trust = z.infer<typeof Trust>;

const maxAtOnce = limits['trusted publishers'].count;
const Request = z.array(Trust).min(1).max(maxAtOnce);

/** `npm trust`: the package's trusted publishers, in the client's words. */
export function registerTrust(app: FastifyInstance, context: RouteContext): void {
  const { publishers } = context.trust;

  onPackage(app, 'GET', ['/-/package', '/trust'], async (request, reply, name) => {
    const { caller } = await identify(context, request);
    const listed = await publishers.list(caller, name);
    return reply.header('cache-control', 'no-store').send(listed.map(present));
  });

  onPackage(
    app,
    { method: 'POST', body: limits.json },
    ['/-/package', '/trust'],
    async (request, reply, name) => {
      const entered = await identify(context, request);
      const asked = Request.safeParse(await readJson(request));
      if (!asked.success) throw unreadable(asked.error);
      return withPresence({ context, request, reply, entered }, async (caller) => {
        const added = await publishers.add(caller, name, asked.data.map(toPublisher));
        return reply.code(201).send(added.map(present));
      });
    },
  );

  onPackage(app, 'DELETE', ['/-/package', '/trust/:id'], async (request, reply, name) => {
    const entered = await identify(context, request);
    const { id } = request.params as { id: string };
    return withPresence({ context, request, reply, entered }, async (caller) => {
      await publishers.remove(caller, name, id);
      return reply.code(204).send();
    });
  });
}

function toPublisher(trust: Trust): PublisherRequest {
  const isGithub = trust.type === 'github';
  const { file: workflow } = isGithub ? trust.claims.workflow_ref : trust.claims.ci_config_ref_uri;
  return {
    issuer: isGithub ? github : gitlab,
    subject: null,
    repository: isGithub ? trust.claims.repository : trust.claims.project_path,
    workflowRef: workflow === anyWorkflow ? null : workflow,
    environment: trust.claims.environment ?? null,
    // a publisher that may publish directly may also stage
    needsApproval: !trust.permissions.includes('createPackage'),
    repositoryOwnerId: null,
  };
}

/** A publisher in the client's form; one that was added elsewhere may have rules that npm does not know. */
function present(publisher: TrustedPublisher) {
  const { id, issuer, needsApproval, environment: prod } = publisher;
  const workflow = { file: publisher.workflowRef ?? anyWorkflow };
  const isGitlab = issuer === gitlab;
  return {
    id,
    type: isGitlab ? 'gitlab' : issuer === github ? 'github' : issuer,
    claims: {
      [isGitlab ? 'project_path' : 'repository']: publisher.repository ?? undefined,
      [isGitlab ? 'ci_config_ref_uri' : 'workflow_ref']: workflow,
      ...(publisher.subject === null ? {} : { sub: publisher.subject }),
      ...(prod === null ? {} : { environment: prod }),
    },
    permissions: needsApproval ? ['createStagedPackage'] : ['createPackage', 'createStagedPackage'],
  };
}

function unreadable({ issues: [issue] }: z.ZodError): DomainError {
  const where = issue?.path.join('.') ?? '';
  const what = where === '' ? '' : ` at ${where}`;
  return new DomainError(
    'validation_failed',
    `the trusted publishers are not valid${what}: GitHub and GitLab builds can be named here, others with POST /v1/packages`,
  );
}
