import { join } from 'node:path';
import type { KnownCaller } from '../../domain/caller.ts';
import type { Drafts } from '../../ecosystems/context/drafts.ts';
import { nuget } from '../../ecosystems/nuget/index.ts';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { findPerson, rightsOf } from '../../store/postgres/identity/memberships.ts';
import { unlimited } from '../../services/limits/actions.ts';
import type { DraftDeps } from '../../services/publishing/open-draft.ts';
import { createDrafts } from '../../services/publishing/drafts.ts';
import { receive } from '../../services/publishing/receive.ts';
import { createDiskBlobs } from '../../store/blobs/disk.ts';
import { findUserByName } from '../../store/postgres/identity/users.ts';
import { openPool } from '../../store/postgres/pool.ts';
import type { SharedPlatform } from './platform.ts';
import { openWorkflows } from './workflows.ts';

/** The service of drafts of one API process, which may be killed at any time: its state is in the database and the store. */
export interface DraftDesk extends AsyncDisposable {
  drafts: Drafts;
  deps: DraftDeps;
  callerOf(username: string): Promise<KnownCaller>;
  /** Sends one file of the draft. */
  send(
    caller: KnownCaller,
    file: SentFile,
    options?: Parameters<Drafts['put']>[1],
  ): ReturnType<Drafts['put']>;
}

export interface SentFile {
  name: string;
  version: string;
  kind: 'nupkg' | 'snupkg';
  /** Instead of a sound package of the name. */
  body?: Buffer;
}

/** Over a running platform, without HTTP: no protocol of its ecosystems has drafts. A package and its symbols are the files. */
export async function openDrafts(platform: SharedPlatform): Promise<DraftDesk> {
  const pool = await openPool(platform.databaseUrl, 4);
  const client = openWorkflows(platform.temporal);
  const blobs = createDiskBlobs({ path: join(platform.dataDir, 'blobs'), fsync: false });
  const deps: DraftDeps = {
    take: unlimited,
    client,
    pool,
    blobs,
    baseUrl: platform.url,
    deadlineMs: 20_000,
    stagedTtlSeconds: 3_600,
    namespaceClaims: 'on-publish',
    onPublished: () => {},
    onOutcome: () => {},
  };
  const drafts = createDrafts(deps, nuget);
  return {
    drafts,
    deps,
    async callerOf(username) {
      const user = await findUserByName(pool, username);
      const person = user && (await findPerson(pool, user.id));
      if (!user || !person) throw new Error(`no user ${username}`);
      return {
        actor: {
          kind: 'user',
          userId: user.id,
          username,
          isAdmin: person.isAdmin,
          scopes: new Set(['packages:write']),
          credential: 'token',
          ...rightsOf(person),
        },
        repository: null,
        origin: { ipAddress: null, userAgent: null },
      };
    },
    async send(caller, { name, version, kind, body = packageOf(name, version, kind) }, options) {
      const upload = await receive(blobs, body, 1_000_000);
      const file = `${name.toLowerCase()}.${version}.${kind}`;
      return drafts.put({ caller, upload, declared: { name, version, metadata: {}, file } }, options);
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await pool.end();
    },
  };
}

/** Files that differ, as a package and its symbols do. */
export function packageOf(name: string, version: string, content: string): Buffer {
  return buildNupkg({ id: name, version, files: [{ path: `lib/net8.0/${name}.${content}`, body: content }] });
}
