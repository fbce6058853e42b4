import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import type { Case } from './case.ts';
import { authorizationCases } from './cases/authorization.ts';
import { discoveryCases } from './cases/discovery.ts';
import { managementCases } from './cases/management.ts';
import { pullCases } from './cases/pull.ts';
import { pushBlobCases } from './cases/push-blobs.ts';
import { pushManifestCases } from './cases/push-manifests.ts';
import { createRegistry, type Registry } from './registry.ts';

const cannotRun = isSkipped(await findTemporal(), temporalMissing);

const areas: [string, Case[]][] = [
  ['pull', pullCases],
  ['push of blobs', pushBlobCases],
  ['push of manifests', pushManifestCases],
  ['content discovery', discoveryCases],
  ['content management', managementCases],
  ['authorization', authorizationCases],
];

describe.skipIf(cannotRun).each(['/v2', '/oci/v2'])('OCI distribution 1.1 at %s', (mount) => {
  let platform: Platform;
  let registry: Registry;

  beforeAll(async () => {
    platform = await startPlatform();
    registry = createRegistry(platform.url, mount, await platform.createUser());
  });

  afterAll(() => platform.stop());

  describe.each(areas)('%s', (_area, cases) => {
    test.each(cases)('$level: $title', async ({ run }) => {
      await run(registry);
      expect.hasAssertions();
    });
  });
});
