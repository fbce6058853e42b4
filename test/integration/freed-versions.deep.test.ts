import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artifactOf, emptyBlob, pushBlob, putManifest } from '../conformance/oci/content.ts';
import { createRegistry, type Registry } from '../conformance/oci/registry.ts';
import { type HeldLock, holdLock, query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

describe.skipIf(isMissing)('a deleted version that may come again', () => {
  let platform: CombinedPlatform;
  let registry: Registry;
  beforeAll(async () => {
    platform = await startCombinedPlatform();
    registry = createRegistry(platform.url, '/v2', await platform.createUser());
  });
  afterAll(() => platform?.stop());

  /** Makes runs wait after their publish, before they close their jobs. */
  async function holdLastSteps(): Promise<HeldLock> {
    await query(
      platform.databaseUrl,
      `create function stand_still() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
      create trigger stand_still before update on jobs for each row
        when (new.status = 'completed') execute function stand_still()`,
    );
    return holdLock(platform.databaseUrl, 'select pg_advisory_xact_lock(1)');
  }

  it('comes again while the run that published it before is still at its last step', async () => {
    const name = registry.newName();
    const manifest = artifactOf('text/plain');
    await pushBlob(registry, name, emptyBlob);
    const lastStep = await holdLastSteps();
    expect((await putManifest(registry, name, 'latest', manifest)).status).toBe(201);
    await eventually(async () => expect(await lastStep.waiting()).toBeGreaterThan(0));
    const path = `${name}/manifests/${manifest.digest}`;
    expect((await registry.ask('DELETE', path)).status).toBe(202);

    const again = putManifest(registry, name, 'latest', manifest);
    await Promise.race([again, pause(1_000)]);
    await lastStep.release();

    expect((await again).status).toBe(201);
    expect((await registry.ask('GET', path)).status).toBe(200);
    expect((await registry.ask('GET', `${name}/manifests/latest`)).status).toBe(200);
  });
});
