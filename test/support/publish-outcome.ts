import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { workflowNames } from '../../workflows/definitions.ts';
import { downloadDigest, publishCrate, readIndex } from './cargo.ts';
import type { Crate } from './crates.ts';
import { query } from './database.ts';
import { eventually } from './eventually.ts';
import type { PackagePlatform, SharedPlatform } from './platform.ts';
import { describeRuns, publishId, runNow } from './workflows.ts';

/** The state of a publish after a fault: it is complete, or it left nothing. */

interface ReleaseFacts {
  state: string;
  artifacts: number;
  publishEntries: number;
  searchable: string | null;
}

async function findFacts(platform: SharedPlatform, crate: Crate): Promise<ReleaseFacts | undefined> {
  const [facts] = await query<ReleaseFacts>(
    platform.databaseUrl,
    `select releases.state,
       (select count(*)::int from artifacts where artifacts.release_id = releases.id and artifacts.kind = 'crate') as artifacts,
       (select count(*)::int from audit_log where audit_log.target_release_id = releases.id
          and audit_log.action = 'release_publish') as "publishEntries",
       (select search_documents.name from search_documents
          where search_documents.package_id = packages.id and search_documents.revision = packages.revision) as searchable
     from releases join packages on packages.id = releases.package_id
     where packages.ecosystem = 'cargo' and packages.name = $1 and releases.version = $2`,
    [crate.name, crate.version],
  );
  return facts;
}

async function listOpenJobs(platform: SharedPlatform, crate: Crate): Promise<object[]> {
  return query(
    platform.databaseUrl,
    'select status, last_error from jobs where workflow_id = $1 and completed_at is null',
    [publishId(crate)],
  );
}

/** Expects index, bytes, rows, search and audit to agree that the crate is published, and no open job. */
export async function expectVisible(
  platform: SharedPlatform,
  crate: Crate,
  withinMs = 60_000,
): Promise<void> {
  await eventually(
    async () => {
      expect((await readIndex(platform, crate.name)).get(crate.version)).toBe(crate.sha256);
      expect(await downloadDigest(platform, crate)).toBe(crate.sha256);
      expect(await findFacts(platform, crate)).toEqual({
        state: 'published',
        artifacts: 1,
        publishEntries: 1,
        searchable: crate.name,
      });
      expect(await listOpenJobs(platform, crate)).toEqual([]);
    },
    { withinMs },
  );
}

/** Expects a visible crate whose workflow has completed. */
export async function expectWhollyVisible(
  platform: SharedPlatform,
  crate: Crate,
  withinMs = 60_000,
): Promise<void> {
  await expectVisible(platform, crate, withinMs);
  await eventually(
    async () => expect((await describeRuns(platform.temporal, publishId(crate))).status).toBe('COMPLETED'),
    { withinMs },
  );
}

/** Publishes and waits for the end, also beyond the deadline of the request. */
export async function publishWholly(platform: SharedPlatform, crate: Crate): Promise<void> {
  const { status, text } = await publishCrate(platform, crate);
  expect([200, 202], text).toContain(status);
  await expectWhollyVisible(platform, crate);
}

/** Expects that no protocol shows the crate. Users who manage it may still see it. */
export async function expectInvisible(platform: SharedPlatform, crate: Crate): Promise<void> {
  expect((await readIndex(platform, crate.name)).get(crate.version)).toBeUndefined();
  expect(await downloadDigest(platform, crate)).toBeNull();
}

/** Expects the release neither in answers nor in the database, and no running workflow for it. */
export async function expectWhollyAbsent(
  platform: SharedPlatform,
  crate: Crate,
  withinMs = 60_000,
): Promise<void> {
  await eventually(
    async () => {
      await expectInvisible(platform, crate);
      expect(await findFacts(platform, crate)).toBeUndefined();
      expect(await listOpenJobs(platform, crate)).toEqual([]);
    },
    { withinMs },
  );
}

/** Names of staged and incomplete files of a platform that keeps blobs on disk. */
export async function listUnfinishedFiles(platform: SharedPlatform): Promise<string[]> {
  const folders = ['staging', '.tmp'].map((name) => join(platform.dataDir, 'blobs', name));
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  return names.flat();
}

/**
 * Makes everything staged a day older and runs the cleaner: only uploads of unfinished releases may stay. Restarts the
 * worker, which runs the cleaner, with a short lifetime of uploads.
 */
export async function expectNothingStaged(platform: PackagePlatform): Promise<void> {
  await platform.roles.worker.stop();
  platform.roles.worker = await platform.roles.worker.restart({
    STAGED_TTL_SECONDS: '1',
    PUBLISH_DEADLINE_MS: '500',
  });
  await query(platform.databaseUrl, 'update uploads set expires_at = now()');
  await eventually(
    async () => {
      await runNow(platform.temporal, workflowNames.cleanExpired);
      expect(await listUnfinishedFiles(platform)).toEqual([]);
      const inFlight =
        "select releases.upload_id from releases where releases.state in ('quarantine', 'scanning')";
      expect(
        await query(platform.databaseUrl, `select id from uploads where id not in (${inFlight})`),
      ).toEqual([]);
    },
    { withinMs: 20_000 },
  );
}

/** Makes everything unfinished a minute older: the reconciler ignores work of the last 30 s. */
export async function passMinute({ databaseUrl }: SharedPlatform): Promise<void> {
  const minute = "interval '1 minute'";
  await query(
    databaseUrl,
    `update releases set uploaded_at = uploaded_at - ${minute} where state in ('quarantine', 'scanning')`,
  );
  await query(databaseUrl, `update jobs set started_at = started_at - ${minute} where completed_at is null`);
  await query(databaseUrl, `update packages set updated_at = updated_at - ${minute}`);
}
