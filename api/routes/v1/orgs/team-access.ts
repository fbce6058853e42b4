import { z } from 'zod';
import { Permission } from '../../../../domain/permissions.ts';
import {
  type Access,
  type AccessKind,
  listTeamAccess,
  type NamedTarget,
  setTeamAccess,
} from '../../../../services/organizations/team-access.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import { getEcosystem } from '../packages/params.ts';

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
  targetOf(deps: ManagementDeps, params: Record<string, string>): NamedTarget;
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
    targetOf: (_deps, { repository_slug: slug = '' }) => ({ kind: 'repository', slug }),
  },
  namespace: {
    title: 'Namespace',
    path: ':claim_id',
    params: z.object({ claim_id: z.uuid() }),
    targetOf: (_deps, { claim_id: id = '' }) => ({ kind: 'namespace', id }),
  },
};

export function registerTeamAccess(app: Routes, deps: ManagementDeps): void {
  for (const kind of ['package', 'repository', 'namespace'] as const) registerKind(app, deps, kind);
}

function registerKind(app: Routes, deps: ManagementDeps, kind: AccessKind): void {
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
      const access = await listTeamAccess(deps.pool, caller, request.params, kind, page.window);
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
      await setTeamAccess(deps, caller, given, targetOf(deps, given), permissions);
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
      await setTeamAccess(deps, callerOf(request, request.actor), given, targetOf(deps, given), []);
      return { message: `the team ${given.team} has nothing there any more` };
    },
  );
}

function present({ targetId, ecosystem, name, permissions }: Access): z.infer<typeof AccessView> {
  return { target_id: targetId, ecosystem, name, permissions };
}
