import { join } from 'node:path';
import type { KnownCaller } from '../../domain/caller.ts';
import type { Drafts } from '../../ecosystems/context/drafts.ts';
import { nuget } from '../../ecosystems/nuget/index.ts';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { findPerson, rightsOf } from '../../store/postgres/identity/memberships.ts';
import { readConfig } from '../../config/config.ts';
import { createPlatform } from '../../api/platform.ts';
import type { Platform } from '../../services/platform.ts';
import { createDrafts } from '../../services/publishing/drafts.ts';
import { receive } from '../../services/publishing/receive.ts';
import { createDiskBlobs } from '../../store/blobs/disk.ts';
import { findUserByName } from '../../store/postgres/identity/users.ts';
import { openPool } from '../../store/postgres/pool.ts';
import type { SharedPlatform } from './platform.ts';
import { openWorkflows } from './workflows.ts';

/** The draft service of one API process, which may be killed at any time: its state is in database and store. */
export interface DraftDesk extends AsyncDisposable {
  drafts: Drafts;
  client: Platform['client'];
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
  /** Replaces the valid package of this name. */
  body?: Buffer;
}

/** Opens the service on a running platform, without HTTP. The files of a draft are a package and its symbols. */
export async function openDrafts(platform: SharedPlatform): Promise<DraftDesk> {
  const pool = await openPool(platform.databaseUrl, 4);
  const client = openWorkflows(platform.temporal);
  const blobs = createDiskBlobs({ path: join(platform.dataDir, 'blobs'), fsync: false });
  const config = readConfig({
    DATABASE_URL: platform.databaseUrl,
    DATA_DIR: platform.dataDir,
    PUBLIC_URL: platform.url,
    JWT_SECRET: '-'.repeat(32),
    RATE_LIMITS: 'off',
  });
  const process = await createPlatform(config, { pool, client, blobs });
  const drafts = createDrafts(process, nuget);
  return {
    drafts,
    client,
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
        mount: null,
        origin: { ipAddress: null, userAgent: null },
      };
    },
    async send(caller, { name, version, kind, body = packageOf(name, version, kind) }, options) {
      const upload = await receive(blobs, body, 1_000_000);
      const file = `${name.toLowerCase()}.${version}.${kind}`;
      return drafts.put({ caller, upload, declared: { name, version, metadata: {}, file } }, options);
    },
    async [Symbol.asyncDispose]() {
      await process[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
      await pool.end();
    },
  };
}

/** A package whose bytes differ by `content`, as those of a package and its symbols do. */
export function packageOf(name: string, version: string, content: string): Buffer {
  return buildNupkg({ id: name, version, files: [{ path: `lib/net8.0/${name}.${content}`, body: content }] });
}
