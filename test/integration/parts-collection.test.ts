import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CollectionDone,
  createCollectionActivities,
  type CollectionStep,
} from '../../activities/parts-collection.ts';
import { contentKey } from '../../store/blobs/blobs.ts';
import { allowGrace, withdrawGrace } from '../../store/postgres/parts/collection-requests.ts';
import { newId } from '../../store/postgres/ids.ts';
import { sql } from '../../store/postgres/pool.ts';
import { linkParts } from '../../store/postgres/releases/release-parts.ts';
import { AnyRow, type Person } from '../support/management.ts';
import {
  clientOf,
  freshName,
  hexOf,
  type PartsPlatform,
  type Replica,
  sha256Of,
  startPartsPlatform,
} from '../support/parts.ts';

let platform: PartsPlatform;
let replica: Replica;
let owner: Person;
beforeAll(async () => {
  platform = await startPartsPlatform();
});
afterAll(() => platform?.stop());
beforeEach(async () => {
  replica = await platform.startReplica();
  owner = await platform.management.createPerson();
});
afterEach(() => replica.stop());

const phases = ['abandonUploads', 'dropReferences', 'markParts', 'unlinkParts', 'removeBlobs'] as const;

const activitiesWith = (graceSeconds: number) => {
  const { pool, platform: of } = platform.management;
  const parts = { ...of.config.parts, graceSeconds };
  return createCollectionActivities({ pool, blobs: platform.blobs, config: { parts } });
};

/** Collects as the workflow does. */
async function collect(graceSeconds: number): Promise<Required<Omit<CollectionDone, 'next'>>> {
  const activities = activitiesWith(graceSeconds);
  const total = { candidates: 0, unlinked: 0, removed: 0, bytesFreed: 0, abandonedUploads: 0 };
  for (const phase of phases) {
    let step: CollectionStep | null = { after: null };
    while (step !== null) {
      const { next, ...counts }: CollectionDone = await activities[phase](step);
      for (const [name, count] of Object.entries(counts)) total[name as keyof typeof total] += count;
      step = next === null ? null : { after: next };
    }
  }
  return total;
}

const query = (statement: ReturnType<typeof sql.unsafe>) => platform.management.pool.query(statement);

/** Makes everything that the collector reads `days` older. */
async function age(days: number): Promise<void> {
  await query(sql.unsafe`update package_blobs set idle_since = idle_since - ${days} * interval '1 day'`);
  await query(sql.unsafe`update blobs set touched_at = touched_at - ${days} * interval '1 day'`);
  await query(sql.unsafe`update blob_uploads set updated_at = updated_at - ${days} * interval '1 day'`);
}

const weekSeconds = 7 * 86_400;

describe('a collection', () => {
  test('leaves what is younger than the grace period and takes what is older', async () => {
    const [name, bytes] = [freshName(), randomBytes(1000)];
    await clientOf(replica, owner).push(name, bytes);

    await collect(weekSeconds);
    await age(6);
    const early = await collect(weekSeconds);
    const wasThere = await platform.hasBytes(hexOf(sha256Of(bytes)));
    await age(2);
    const late = await collect(weekSeconds);

    expect([early.unlinked, wasThere]).toEqual([0, true]);
    expect(late).toMatchObject({ unlinked: 1, removed: 1, bytesFreed: 1000 });
    expect(await platform.hasBytes(hexOf(sha256Of(bytes)))).toBe(false);
    expect((await clientOf(replica, owner).call('GET', `${name}/parts/${sha256Of(bytes)}`)).status).toBe(404);
  });

  test.each(['published', 'quarantine'] as const)(
    'never takes what a %s release refers to',
    async (state) => {
      const [name, bytes] = [freshName(), randomBytes(1000)];
      await clientOf(replica, owner).push(name, bytes);
      await platform.publish(owner, name, [sha256Of(bytes)], { state });

      await collect(0);
      await age(100);
      await collect(0);

      expect(await platform.hasBytes(hexOf(sha256Of(bytes)))).toBe(true);
    },
  );

  test('counts the grace period from the end of the last release, and again after a new one', async () => {
    const [name, bytes] = [freshName(), randomBytes(1000)];
    await clientOf(replica, owner).push(name, bytes);
    const { releaseId } = await platform.publish(owner, name, [sha256Of(bytes)]);
    await collect(weekSeconds);
    await age(100);
    await query(sql.unsafe`update releases set state = 'deleted' where id = ${releaseId}`);

    await collect(weekSeconds);
    const afterDelete = await platform.hasBytes(hexOf(sha256Of(bytes)));
    await age(6);
    await clientOf(replica, owner).call('POST', `${name}/mounts?from=${name}&digest=${sha256Of(bytes)}`);
    await age(6);
    await collect(weekSeconds);
    const afterMount = await platform.hasBytes(hexOf(sha256Of(bytes)));
    await age(8);
    await collect(weekSeconds);

    expect([afterDelete, afterMount]).toEqual([true, true]);
    expect(await platform.hasBytes(hexOf(sha256Of(bytes)))).toBe(false);
  });

  test('keeps bytes that another name has', async () => {
    const [gone, kept, bytes] = [freshName(), freshName(), randomBytes(1000)];
    const client = clientOf(replica, owner);
    await client.push(gone, bytes);
    await client.call('POST', `${kept}/mounts?from=${gone}&digest=${sha256Of(bytes)}`);
    await platform.publish(owner, kept, [sha256Of(bytes)]);

    await collect(0);
    const report = await collect(0);

    expect(report.removed).toBe(0);
    expect((await client.call('GET', `${gone}/parts/${sha256Of(bytes)}`)).status).toBe(404);
    expect((await client.call('GET', `${kept}/parts/${sha256Of(bytes)}`)).bytes.equals(bytes)).toBe(true);
  });

  test('ends abandoned uploads, and forgets pieces without an upload', async () => {
    const client = clientOf(replica, owner);
    const [idle, active] = [await client.start(freshName()), await client.start(freshName())];
    await client.call('PATCH', idle, randomBytes(1000));
    await age(2);
    await client.call('PATCH', active, randomBytes(1000));

    const report = await collect(weekSeconds);

    expect(report.abandonedUploads).toBeGreaterThanOrEqual(1);
    expect((await client.call('GET', idle)).status).toBe(404);
    expect((await client.call('GET', active)).body['receivedBytes']).toBe(1000);
  });

  test('goes through more than a batch', async () => {
    const name = freshName();
    const rows = Array.from({ length: 250 }, () => randomBytes(32).toString('hex'));
    for (const sha256 of rows) await platform.blobs.put(contentKey(sha256), Buffer.from('x'));
    const shas = sql.array(rows, 'text');
    await query(sql.unsafe`insert into blobs (sha256, size_bytes) select unnest(${shas}), 1`);
    await query(sql.unsafe`
      insert into package_blobs (ecosystem, name_key, digest, sha256, size_bytes, uploaded_by)
      select 'cargo', ${name}, 'sha256:' || sha, sha, 1, ${owner.id} from unnest(${shas}) as sha`);

    const report = await collect(0);

    expect(report.unlinked).toBeGreaterThanOrEqual(250);
    expect(await Promise.all(rows.map((sha256) => platform.hasBytes(sha256)))).not.toContain(true);
  });

  test('a shorter grace period than configured needs an operator’s row in the database', async () => {
    const [name, bytes] = [freshName(), randomBytes(1000)];
    await clientOf(replica, owner).push(name, bytes);
    await collect(weekSeconds);
    await age(1);
    const { pool } = platform.management;
    const activities = activitiesWith(weekSeconds);
    const requestId = randomUUID();
    const count = async (step: Partial<CollectionStep>) =>
      (await activities.countIdleParts({ after: null, ...step })).candidates;
    const inAWeek = await count({});

    expect(await count({ graceSeconds: 0 })).toBe(inAWeek);
    expect(await count({ graceSeconds: 0, requestId })).toBe(inAWeek);
    await allowGrace(pool, requestId, 0);
    expect(await count({ graceSeconds: 1, requestId })).toBe(inAWeek);
    expect(await count({ graceSeconds: 0, requestId })).toBeGreaterThan(inAWeek ?? 0);
    await query(sql.unsafe`update settings set updated_at = now() - interval '2 days'`);
    expect(await count({ graceSeconds: 0, requestId })).toBe(inAWeek);
    await allowGrace(pool, requestId, 0);
    await withdrawGrace(pool, requestId);
    expect(await count({ graceSeconds: 0, requestId })).toBe(inAWeek);
  });

  test('a count changes nothing', async () => {
    const [name, bytes] = [freshName(), randomBytes(1000)];
    await clientOf(replica, owner).push(name, bytes);
    await collect(weekSeconds);
    await age(8);
    const activities = activitiesWith(weekSeconds);

    const counted = await activities.countIdleParts({ after: null });

    expect(counted.candidates).toBeGreaterThanOrEqual(1);
    expect(await platform.hasBytes(hexOf(sha256Of(bytes)))).toBe(true);
  });
});

/** Seeded random numbers: the same seed makes the same choices, independent of timing. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

test('whatever happens at the same time: what a release refers to is there, and all else goes', async () => {
  const seed = Number(process.env['PARTS_SEED'] ?? randomInt(2 ** 31));
  process.stderr.write(`seed of this run: PARTS_SEED=${seed}\n`);
  const { pool } = platform.management;
  const names = Array.from({ length: 4 }, freshName);
  const contents = Array.from({ length: 6 }, (_, index) => Buffer.from(`content ${index} of ${seed}`));
  const packages = new Map<string, string>();
  for (const name of names) {
    packages.set(name, (await platform.publish(owner, name, [], { version: '0.0.1' })).packageId);
  }
  const pushed: number[] = [];
  const over = new AbortController();

  /** Links a declared part, as `acceptPublish` does. */
  async function refer(name: string, digest: string): Promise<void> {
    const packageId = packages.get(name) ?? '';
    const id = newId();
    await pool
      .transaction(async (tx) => {
        await tx.query(sql.unsafe`
          insert into releases (id, package_id, version, version_key, state, upload_id, upload_sha256, workflow_id)
          values (${id}, ${packageId}, ${id}, ${id}, 'published', ${newId()}, '', ${id})`);
        const release = { id, packageId, ecosystem: 'cargo' as const, nameKey: name, broughtBy: null };
        const missing = await linkParts(tx, release, [digest]);
        if (missing.length > 0) throw new Error('refused');
      })
      .catch((error: unknown) => {
        // the link is refused if the part was collected at the same time: a client sends the part again
        const isExpected = /refused|foreign key|ForeignKey/.test(String(error));
        if (!isExpected) throw error;
      });
  }

  async function act(random: (below: number) => number): Promise<void> {
    const client = clientOf(replica, owner);
    const name = names[random(names.length)] ?? '';
    const bytes = contents[random(contents.length)] ?? Buffer.alloc(0);
    const digest = sha256Of(bytes);
    switch (random(5)) {
      case 0:
        pushed.push((await client.push(name, bytes)).status);
        return;
      case 1:
        await client.call('POST', `${name}/mounts?digest=${digest}`);
        return;
      case 2:
      case 3:
        return refer(name, digest);
      default:
        await query(sql.unsafe`
          update releases set state = 'deleted'
          where id = (select id from releases where package_id = ${packages.get(name) ?? ''}
            and state = 'published' order by id limit 1)`);
    }
  }

  async function expectAllThere(): Promise<void> {
    const lost = await pool.any(sql.type(AnyRow)`
      select release_blobs.sha256 from release_blobs
      join releases on releases.id = release_blobs.release_id where releases.state = 'published'`);
    for (const { sha256 } of lost) {
      if (await platform.hasBytes(String(sha256))) continue;
      // the release may have been deleted, and its part collected, since the query
      const { count } = await pool.one(sql.typeAlias('count')`
        select count(*) as count from release_blobs join releases on releases.id = release_blobs.release_id
        where releases.state = 'published' and release_blobs.sha256 = ${String(sha256)}`);
      const isThereNow = await platform.hasBytes(String(sha256));
      expect(count === 0 || isThereNow, `bytes of ${String(sha256)}`).toBe(true);
    }
  }

  const people = Array.from({ length: 4 }, async (_, index) => {
    const random = createRandom(seed + index);
    for (let round = 0; round < 60; round += 1) await act(random);
  });
  const collectors = Array.from({ length: 2 }, async () => {
    while (!over.signal.aborted) {
      await collect(0);
      await expectAllThere();
      await pause(5);
    }
  });
  await Promise.all(people).finally(() => over.abort());
  await Promise.all(collectors);
  await expectAllThere();
  expect(new Set(pushed)).toEqual(new Set([200]));

  for (const name of names) {
    await query(
      sql.unsafe`update releases set state = 'deleted' where package_id = ${packages.get(name) ?? ''}`,
    );
  }
  await collect(0);
  const left = await Promise.all(contents.map((bytes) => platform.hasBytes(hexOf(sha256Of(bytes)))));
  expect(left).not.toContain(true);
});
