import { expect, test } from 'vitest';
import { anonymous, type UserActor } from '../domain/actor.ts';
import { restrictBuildReads } from './restrict-build-reads.ts';
import { callerWith, only } from './context/absent-context.ts';
import type { RouteContext } from './context/context.ts';

const person: UserActor = {
  kind: 'user',
  userId: 'alice',
  username: 'alice',
  isAdmin: false,
  scopes: new Set(['packages:write']),
  credential: 'token',
  memberships: new Map(),
  grants: new Map(),
};
const build: UserActor = { ...person, exchangedIn: 'maven', boundPackageIds: new Set(['1']) };
const context = {
  callers: only<RouteContext['callers']>({ underName: async (caller) => caller }),
  packages: only<RouteContext['packages']>({
    permissions: async (_caller, name) => ({
      exists: true,
      read: true,
      publish: name === 'own',
      delete: false,
    }),
  }),
};

test.each([
  ['a build', build, 'own', build],
  ['a build', build, 'other', anonymous],
  ['a build', build, undefined, anonymous],
  ['a person', person, 'other', person],
  ['an anonymous reader', anonymous, 'own', anonymous],
])('%s reads %#', async (_who, actor, name, reader) => {
  expect((await restrictBuildReads(context, callerWith(actor), name)).actor).toBe(reader);
});
