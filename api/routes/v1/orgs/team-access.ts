import { z } from 'zod';
import { Permission } from '../../../../domain/permissions.ts';
import {
  type Access,
  type AccessKind,
  type NamedTarget,
} from '../../../../services/organizations/team-access.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import { getEcosystem } from '../packages/params.ts';
import type { Services } from '../../../../services/index.ts';

const Named = z.object({ slug: z.string(), team: z.string() });

const AccessView = z.object({
  target_id: z.string(),
  ecosystem: z.string().nullable().describe('Null for repositories'),
  name: z.string().describe('Of the package or namespace; the slug of a repository'),
  permissions: z.array(Permission),
});

interface Kind {
  title: string;
  path: string;
  params: z.ZodObject;
  targetOf(services: Services, params: Record<string, string>): NamedTarget;
}

const kinds: Record<AccessKind, Kind> = {
  package: {
    title: 'Package',
    path: ':ecosystem/:name',
    params: z.object({ ecosystem: z.string(), name: z.string() }),
    targetOf: ({ ecosystems }, { ecosystem = '', name = '' }) => ({
      kind: 'package',
      ecosystem: getEcosystem(ecosystems, ecosystem),
      name,
    }),
  },
  repository: {
    title: 'Repository',
    path: ':repository_slug',
    params: z.object({ repository_slug: z.string() }),
    targetOf: (_services, { repository_slug: slug = '' }) => ({ kind: 'repository', slug }),
  },
  namespace: {
    title: 'Namespace',
    path: ':claim_id',
    params: z.object({ claim_id: z.uuid() }),
    targetOf: (_services, { claim_id: id = '' }) => ({ kind: 'namespace', id }),
  },
};

export function registerTeamAccess(app: Routes, services: Services): void {
  for (const kind of ['package', 'repository', 'namespace'] as const) registerKind(app, services, kind);
}

function registerKind(app: Routes, services: Services, kind: AccessKind): void {
  const { title, path, params, targetOf } = kinds[kind];
  const base = `/v1/orgs/:slug/teams/:team/${kind}-access`;
  const common = { tags: ['organizations'], security: [{ bearer: [] }] };
  const one = { ...common, params: Named.extend(params.shape) };
  const Message = z.object({ message: z.string() });

  app.get(
    base,
    {
      schema: {
        ...common,
        operationId: `listTeam${title}Access`,
        summary: `What a team may do to each ${kind} of the organization`,
        params: Named,
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, access: z.array(AccessView) }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const page = openPage(request);
      const access = await services.organizations.listTeamAccess(caller, request.params, kind, page.window);
      const { shown, fields } = page.close(reply, access);
      return { ...fields, access: shown.map(present) };
    },
  );

  app.put(
    `${base}/${path}`,
    {
      schema: {
        ...one,
        operationId: `putTeam${title}Access`,
        summary: `Give a team permissions on a ${kind}, in the place of those it had`,
        body: z.object({ permissions: z.array(Permission).min(1).max(Permission.options.length) }),
        response: { 200: Message },
      },
    },
    async (request) => {
      const given = request.params as Record<string, string> & z.infer<typeof Named>;
      const permissions = [...new Set(request.body.permissions)];
      const caller = callerOf(request, request.actor);
      await services.organizations.setTeamAccess(caller, given, targetOf(services, given), permissions);
      return { message: `the team ${given.team} has ${permissions.join(', ')}` };
    },
  );

  app.delete(
    `${base}/${path}`,
    {
      schema: {
        ...one,
        operationId: `deleteTeam${title}Access`,
        summary: `Take what a team may do to a ${kind} away`,
        response: { 200: Message },
      },
    },
    async (request) => {
      const given = request.params as Record<string, string> & z.infer<typeof Named>;
      await services.organizations.setTeamAccess(
        callerOf(request, request.actor),
        given,
        targetOf(services, given),
        [],
      );
      return { message: `the team ${given.team} has nothing there any more` };
    },
  );
}

function present({ targetId, ecosystem, name, permissions }: Access): z.infer<typeof AccessView> {
  return { target_id: targetId, ecosystem, name, permissions };
}
