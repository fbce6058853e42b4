import type { OpenAPIV3_1 } from 'openapi-types';

type Document = Pick<OpenAPIV3_1.Document, 'paths'>;
type Values = Readonly<Record<string, string>>;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Place {
  path: string;
  /** Each parameter of the path, with the member of the answer that has its value. */
  from: Values;
}

const games: readonly Place[] = [
  { path: '/api/games/{id}', from: { id: 'game_id' } },
  { path: '/api/archive/{game_id}', from: { game_id: 'game_id' } },
  { path: '/api/analysis/game/{game_id}', from: { game_id: 'game_id' } },
];
const job: readonly Place[] = [{ path: '/v1/admin/jobs/{id}', from: { id: 'job_id' } }];

/** Addresses of results that are not below the operation's own path. */
const elsewhere: Readonly<Record<string, readonly Place[]>> = {
  createUser: [
    { path: '/v1/users/{username}', from: { username: 'username' } },
    { path: '/v1/admin/users/{id}', from: { id: 'id' } },
  ],
  inviteMember: [{ path: '/v1/org-invitations/{id}', from: { id: 'id' } }],
  createGame: games,
  importFen: games,
  importPgn: games,
  submitReview: [{ path: '/api/analysis/jobs/{job_id}', from: { job_id: 'job_id' } }],
  rescanRelease: job,
  startReindex: job,
  startCleanup: job,
  deleteOrganization: job,
};

/** Parameters that the caller chooses. */
const chosen: ReadonlySet<string> = new Set(['tag', 'filename']);

/** Parameters whose member of the answer has another name. */
const namedOtherwise: Values = { team: 'slug' };

/**
 * Adds links to successful answers: from a POST to the operations below its path, and to those of {@link elsewhere}.
 * Test generators find operations with ids by these links.
 */
export function addLinks({ paths = {} }: Document): void {
  for (const [path, item] of Object.entries(paths)) {
    for (const method of methods) {
      const operation = item?.[method];
      if (!operation?.operationId) continue;
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        if (!status.startsWith('2') || '$ref' in response) continue;
        const links = linksOf(paths, { path, method, operation }, membersOf(response));
        if (Object.keys(links).length > 0) response.links = links;
      }
    }
  }
}

interface Source {
  path: string;
  method: string;
  operation: OpenAPIV3_1.OperationObject;
}

function linksOf(
  paths: NonNullable<Document['paths']>,
  { path, method, operation }: Source,
  members: ReadonlySet<string>,
): Record<string, OpenAPIV3_1.LinkObject> {
  const links: Record<string, OpenAPIV3_1.LinkObject> = {};
  const places: readonly Place[] = elsewhere[operation.operationId ?? ''] ?? [];
  for (const [target, item] of Object.entries(paths)) {
    const place = places.find((each) => isAt(target, each.path));
    const isBehind = method === 'post' && target.startsWith(`${path}/{`);
    if (!place && !isBehind) continue;
    const parameters = locate(target, path, members, place?.from ?? {});
    if (!parameters) continue;
    for (const each of methods) {
      const operationId = item?.[each]?.operationId;
      if (operationId !== undefined) links[operationId] = { operationId, parameters };
    }
  }
  return links;
}

const isAt = (target: string, path: string) => target === path || target.startsWith(`${path}/`);

const parametersOf = (path: string) => [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);

/**
 * Each parameter of the target that is not {@link chosen}, from the answer or the request's path; undefined when both
 * lack one.
 */
function locate(
  target: string,
  path: string,
  members: ReadonlySet<string>,
  from: Values,
): Record<string, string> | undefined {
  const asked = new Set(parametersOf(path));
  const located: Record<string, string> = {};
  for (const name of parametersOf(target)) {
    const member = from[name] ?? namedOtherwise[name] ?? name;
    if (from[name] === undefined && asked.has(name)) located[name] = `$request.path.${name}`;
    else if (members.has(member)) located[name] = `$response.body#/${member}`;
    else if (!chosen.has(name)) return undefined;
  }
  return located;
}

function membersOf({ content }: OpenAPIV3_1.ResponseObject): ReadonlySet<string> {
  const schema = content?.['application/json']?.schema;
  return new Set(schema && 'properties' in schema ? Object.keys(schema.properties ?? {}) : []);
}
