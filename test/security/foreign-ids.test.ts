import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Management, startManagement } from '../support/management.ts';
import { goodBody } from './foreign/bodies.ts';
import { changedTables, readDigests } from './foreign/rows.ts';
import { createWorld, nowhere, type World } from './foreign/world.ts';
import { fillIn, listOperations, type ManagementOperation, placeholdersOf } from './operations.ts';

/** Names that the request itself gives to the caller's own things. */
const givenNames = new Set(['tags/tag', 'artifacts/filename']);
/** Members that have the name of an id, but contain an id of another system. */
const notOurs = new Set(['repository_owner_id']);

let api: Management;
let own: World;
let foreign: World;
let missing: ReturnType<typeof nowhere>;
let operations: ManagementOperation[];
beforeAll(async () => {
  operations = await listOperations();
  api = await startManagement();
  own = await createWorld(api, 'own');
  foreign = await createWorld(api, 'foreign');
  missing = nowhere(foreign);
});
afterAll(() => api.stop());

type Whose = 'own' | 'foreign' | 'missing';

const worldOf = (whose: Whose) => ({ own, foreign, missing })[whose];

function valueOf(noun: string, whose: Whose): string {
  const value = worldOf(whose).paths[noun];
  if (value === undefined) throw new Error(`test/security/foreign/world.ts makes no ${noun}`);
  return value;
}

async function ask(
  { method, path }: ManagementOperation,
  whose: readonly Whose[],
  { token, body, query = '' }: { token?: string | undefined; body?: object | undefined; query?: string } = {},
): Promise<Answer> {
  const values = placeholdersOf(path).map(({ noun }, at) => valueOf(noun, whose[at] ?? 'own'));
  const asks = method === 'GET' ? undefined : body;
  return api.call(method as 'GET', fillIn(path, values) + query, { token, ...(asks && { body: asks }) });
}

/** All placements of foreign ids in the path; an ecosystem and a name are one id. */
function placings(path: string): Whose[][] {
  const nouns = placeholdersOf(path).map(({ noun }) => noun);
  const free = nouns.filter((noun) => !noun.endsWith('/ecosystem') && !givenNames.has(noun));
  return Array.from({ length: 2 ** free.length - 1 }, (_, index) =>
    nouns.map((noun): Whose => {
      const at = free.indexOf(noun);
      return at >= 0 && ((index + 1) >> at) % 2 === 1 ? 'foreign' : 'own';
    }),
  );
}

const asMissing = (whose: Whose[], from: number): Whose[] =>
  whose.map((each, at) => (at >= from && each === 'foreign' ? 'missing' : each));

function requiredQuery({ query }: ManagementOperation, more: Record<string, string> = {}): string {
  const required = query.filter(({ isRequired }) => isRequired).map(({ name }) => [name, 'own']);
  const all = { ...Object.fromEntries(required), ...more } as Record<string, string>;
  return Object.keys(all).length === 0 ? '' : `?${new URLSearchParams(all).toString()}`;
}

const facts = ({ status, body }: Answer) => ({ status, code: body['code'] as unknown });

/** Facts that every user may know: that an organization exists, and who owns a namespace. */
const isKnownToAll = (noun: string | undefined) => noun === 'orgs/slug' || noun === 'namespaces/id';

/** The fault of an answer about a foreign subject; undefined without one. */
async function faultOf(operation: ManagementOperation, whose: Whose[]): Promise<string | undefined> {
  const body = goodBody(operation, own);
  const query = requiredQuery(operation);
  const answer = await ask(operation, whose, { token: own.session, body, query });
  const traces = foreign.secrets.filter((secret) => JSON.stringify(answer.body).includes(secret));
  // an answer may repeat the path
  const told = traces.filter(
    (trace) =>
      !placeholdersOf(operation.path).some(
        ({ noun }, at) => whose[at] === 'foreign' && valueOf(noun, 'foreign').includes(trace),
      ),
  );
  if (told.length > 0) return `tells of ${told.join()}`;
  if (operation.method === 'GET' && answer.status === 200) {
    const anybody = await ask(operation, whose, { query });
    return anybody.status === 200 ? undefined : 'shows more than to anybody';
  }
  if (operation.path.startsWith('/v1/admin/'))
    return answer.status === 403 ? undefined : `status ${answer.status}`;
  const nouns = placeholdersOf(operation.path).map(({ noun }) => noun);
  const first = whose.indexOf('foreign');
  const isOpen = isKnownToAll(nouns[first]);
  if (answer.status !== 404 && !(isOpen && answer.status === 403)) {
    return `status ${answer.status} ${JSON.stringify(answer.body)}`;
  }
  const never = asMissing(whose, isOpen ? first + 1 : first);
  const like = await ask(operation, never, { token: own.session, body, query });
  return JSON.stringify(facts(like)) === JSON.stringify(facts(answer))
    ? undefined
    : 'differs from what never was';
}

it('its owner finds everything there', async () => {
  const found: string[] = [];
  for (const operation of operations.filter(({ method, path }) => method === 'GET' && path.includes('{'))) {
    if (operation.path.startsWith('/v1/admin/')) continue;
    const answer = await ask(operation, [], { token: own.session, query: requiredQuery(operation) });
    // the version with all subjects is visible, so it has no open decision
    const isNoSubject = operation.id === 'reviewRelease' && answer.body['code'] === 'invalid_state';
    if (answer.status !== 200 && !isNoSubject)
      found.push(`${operation.path} ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  expect(found).toEqual([]);
});

it('an id of a foreign organization in a path is not found, like one that never was, and nothing changes', async () => {
  const found: string[] = [];
  let asked = 0;
  let before = await readDigests(api);
  for (const operation of operations.filter(({ path }) => path.includes('{'))) {
    for (const whose of placings(operation.path)) {
      asked += 1;
      const fault = await faultOf(operation, whose);
      const what = `${operation.method} ${operation.path} ${whose.join()}`;
      if (fault !== undefined) found.push(`${what}: ${fault}`);
    }
    const after = await readDigests(api);
    const changed = changedTables(before, after);
    before = after;
    if (changed.length > 0) found.push(`${operation.method} ${operation.path} changes ${changed.join()}`);
  }

  expect(found).toEqual([]);
  expect(asked).toBeGreaterThan(200);
}, 120_000);

/** Lists for platform administrators and public lists hide nothing from the caller. */
const isFiltered = ({ method, path }: ManagementOperation) =>
  method === 'GET' && !path.startsWith('/v1/admin/') && path !== '/v1/audit' && path !== '/v1/namespaces';

const idLike = /(?:_id|_slug)$|^package$/;

it('an id of a foreign organization in a body is refused, like one that never was, and nothing changes', async () => {
  const found: string[] = [];
  let asked = 0;
  let before = await readDigests(api);
  for (const operation of operations) {
    const members = Object.entries(operation.body?.properties ?? {})
      .filter(([name, schema]) => idLike.test(name) && !('not' in schema) && !notOurs.has(name))
      .map(([name]) => name);
    for (const member of members) {
      const value = foreign.members[member];
      if (value === undefined) throw new Error(`test/security/foreign/world.ts knows no ${member}`);
      asked += 1;
      const what = `${operation.method} ${operation.path} ${member}`;
      const send = (value: unknown) =>
        ask(operation, [], { token: own.session, body: { ...goodBody(operation, own), [member]: value } });
      const answer = await send(value);
      const like = await send(missing.members[member]);
      const isOpen =
        member.includes('org_') || member === 'owner_user_id' || operation.path.startsWith('/v1/admin/');
      const isFine = answer.status === 404 || (isOpen && answer.status === 403);
      if (!isFine) found.push(`${what}: status ${answer.status} ${JSON.stringify(answer.body)}`);
      if (!isOpen && JSON.stringify(facts(like)) !== JSON.stringify(facts(answer)))
        found.push(`${what}: differs`);
    }
    const after = await readDigests(api);
    const changed = changedTables(before, after);
    before = after;
    if (changed.length > 0) found.push(`${operation.method} ${operation.path} changes ${changed.join()}`);
  }

  expect(found).toEqual([]);
  expect(asked).toBeGreaterThan(6);
});

it('an id of a foreign organization as a filter finds what one that never was finds', async () => {
  const found: string[] = [];
  for (const operation of operations.filter(isFiltered)) {
    for (const { name } of operation.query) {
      const value = name === 'package' ? foreign.paths['packages/name'] : foreign.members[name];
      if (typeof value !== 'string') {
        if (idLike.test(name)) throw new Error(`test/security/foreign/world.ts knows no ${name}`);
        continue;
      }
      const search = (value: string) => {
        const more = { [name]: value, ...(name === 'package' && { ecosystem: 'cargo' }) };
        return ask(operation, [], { token: own.session, query: requiredQuery(operation, more) });
      };
      const [answer, like] = [
        await search(value),
        await search(name === 'package' ? 'nothing-there' : String(missing.members[name])),
      ];
      const told = JSON.stringify(answer.body);
      const traces = foreign.secrets.filter((secret) => secret !== value && told.includes(secret));
      if (traces.length > 0) found.push(`${operation.path} ${name}: tells of ${traces.join()}`);
      if (JSON.stringify(answer.body) !== JSON.stringify(like.body))
        found.push(`${operation.path} ${name}: ${told}`);
    }
  }

  expect(found).toEqual([]);
});
