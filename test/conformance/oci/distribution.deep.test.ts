import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import type { Case } from './case.ts';
import { authorizationCases } from './cases/authorization.ts';
import { discoveryCases } from './cases/discovery.ts';
import { firstRequestCases } from './cases/first-requests.ts';
import { managementCases } from './cases/management.ts';
import { pullCases } from './cases/pull.ts';
import { pushBlobCases } from './cases/push-blobs.ts';
import { pushManifestCases } from './cases/push-manifests.ts';
import { createRegistry, type Registry } from './registry.ts';
import { tradingWith } from './token-exchange.ts';

const cannotRun = isSkipped(await findTemporal(), temporalMissing);

const areas: [string, Case[]][] = [
  ['pull', pullCases],
  ['push of blobs', pushBlobCases],
  ['push of manifests', pushManifestCases],
  ['content discovery', discoveryCases],
  ['content management', managementCases],
  ['authorization', authorizationCases],
  ['first requests', firstRequestCases],
];

const clients: [string, string, (registry: Registry) => Registry][] = [
  ['/v2', 'the credential itself', (registry) => registry],
  ['/oci/v2', 'tokens traded for it', tradingWith],
];

describe.skipIf(cannotRun).each(clients)('OCI distribution 1.1 at %s with %s', (mount, _with, clientOf) => {
  let platform: Platform;
  let registry: Registry;

  beforeAll(async () => {
    platform = await startPlatform();
    registry = clientOf(createRegistry(platform.url, mount, await platform.createUser()));
  });

  afterAll(() => platform.stop());

  describe.each(areas)('%s', (_area, cases) => {
    test.each(cases)('$level: $title', async ({ run }) => {
      await run(registry);
      expect.hasAssertions();
    });
  });
});
