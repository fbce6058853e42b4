import { cargo } from '../../ecosystems/cargo/index.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';
import { sql } from '../../store/postgres/pool.ts';
import { AnyRow, type Person } from './management.ts';
import { type ContextPlatform, startContext } from './route-context.ts';

/** Cargo's names and documents, with every document that other protocols need in addition. */
const tagged: Ecosystem = {
  ...cargo,
  namespaces: {
    ...cargo.namespaces,
    of: (key) => (key.includes('_') ? key.split('_').slice(0, 1) : []),
    prefixes: (namespace) => [`${namespace}_`],
  },
  latest: (releases, tags) => tags.get('latest') ?? releases.at(-1)?.version ?? null,
  deletedVersions: 'free',
  signedText: (release, pkg) => `${pkg.name}@${release.version}`,
};

/** Two people, unused names, and the values that most tests read. */
export interface TaggedPlatform extends ContextPlatform {
  alice: Person;
  bob: Person;
  fresh(): string;
  tagsOf(name: string, person?: Person): Promise<Record<string, string>>;
  find(name: string, tag: string): Promise<string | undefined>;
  versionsOf(name: string, person?: Person): Promise<string[]>;
  revisionOf(name: string): Promise<number>;
  rowOf(name: string): Promise<Record<string, unknown>>;
  /** Audited actions, oldest first. */
  auditOf(packageId: string): Promise<string[]>;
}

export async function startTagged(environment: NodeJS.ProcessEnv = {}): Promise<TaggedPlatform> {
  const platform = await startContext(tagged, environment);
  const { api, as } = platform;
  const alice = await api.createPerson('alice');
  const bob = await api.createPerson('bob');
  const rowOf = (name: string) =>
    api.pool.one(sql.type(AnyRow)`select * from packages where packages.name = ${name}`);
  let count = 0;
  return {
    ...platform,
    alice,
    bob,
    fresh: () => `probe${(count += 1)}`,
    tagsOf: (name, person) =>
      as(person, async ({ context, caller }) => {
        const { tags } = await context.tags.list(caller, name);
        return Object.fromEntries(tags.map((tag) => [tag.name, tag.version]));
      }),
    find: (name, tag) => as(undefined, ({ context, caller }) => context.tags.find(caller, name, tag)),
    versionsOf: (name, person) =>
      as(person, async ({ context, caller }) =>
        (await context.packages.get(caller, name, { metadata: [] })).releases.map(({ version }) => version),
      ),
    revisionOf: async (name) => Number((await rowOf(name))['revision']),
    rowOf,
    async auditOf(packageId) {
      const entries = await api.pool.any(sql.type(AnyRow)`
        select action from audit_log where target_package_id = ${packageId} order by occurred_at, id`);
      return entries.map((entry) => String(entry['action']));
    },
  };
}
