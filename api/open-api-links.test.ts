import { describe, expect, it } from 'vitest';
import type { OpenAPIV3_1 } from 'openapi-types';
import { readOpenApi } from './openapi.ts';

const document = JSON.parse(await readOpenApi()) as OpenAPIV3_1.Document;

interface Operation {
  path: string;
  id: string;
  responses: [string, OpenAPIV3_1.ResponseObject][];
}

const operations: Operation[] = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
    const operation = item?.[method];
    if (!operation?.operationId) return [];
    const responses = Object.entries(operation.responses ?? {}) as Operation['responses'];
    return [{ path, id: operation.operationId, responses }];
  }),
);

const links = operations.flatMap(({ path, id, responses }) =>
  responses.flatMap(([, { links = {}, content }]) => {
    const schema = content?.['application/json']?.schema;
    const members = schema && 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
    return Object.values(links).map((link) => ({
      from: id,
      path,
      members,
      ...(link as OpenAPIV3_1.LinkObject),
    }));
  }),
);

const parametersOf = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);

describe('links of the OpenAPI document', () => {
  it('lead behind every id that an answer names', () => {
    const reached = new Set(links.map(({ operationId }) => operationId));
    const unreached = operations.filter(({ id, path }) => path.includes('{') && !reached.has(id));

    // no single request creates the subjects of these, or no answer contains them; held files come with uploads of
    // clients, and a list has their ids
    expect(unreached.map(({ id }) => id).sort()).toEqual([
      'approveHeldFile',
      'deleteTeamNamespaceAccess',
      'deleteTeamPackageAccess',
      'deleteTeamRepositoryAccess',
      'putTeamNamespaceAccess',
      'putTeamPackageAccess',
      'putTeamRepositoryAccess',
      'redeliver',
      'rejectHeldFile',
      'removeTeamMember',
      'reviewHeldFile',
      'revokeSession',
      'startCleanup',
    ]);
  });

  it('take every parameter from what there is, and name operations that there are', () => {
    const byId = new Map(operations.map((operation) => [operation.id, operation]));

    for (const { from, path, members, operationId, parameters = {} } of links) {
      const target = byId.get(operationId ?? '');
      expect(target, `${from} to ${operationId}`).toBeDefined();
      expect(parametersOf(target?.path ?? '')).toEqual(expect.arrayContaining(Object.keys(parameters)));
      for (const source of Object.values(parameters as Record<string, string>)) {
        const [, inPath] = /^\$request\.path\.(\w+)$/.exec(source) ?? [];
        const [, inBody] = /^\$response\.body#\/(\w+)$/.exec(source) ?? [];
        expect([...parametersOf(path), ...members]).toContain(inPath ?? inBody);
      }
    }
  });

  it.each([
    ['createGame', 'playMove', { id: '$response.body#/game_id' }],
    ['createTeam', 'updateTeam', { slug: '$request.path.slug', team: '$response.body#/slug' }],
    ['inviteMember', 'acceptInvitation', { id: '$response.body#/id' }],
    [
      'createRelease',
      'yankRelease',
      {
        ecosystem: '$request.path.ecosystem',
        name: '$request.path.name',
        version: '$response.body#/version',
      },
    ],
  ])('lead from %s to %s', (from, to, parameters) => {
    expect(links).toContainEqual(expect.objectContaining({ from, operationId: to, parameters }));
  });
});
