import { createSharedCache } from '../../store/cache/shared-cache.ts';
import { readConfig } from '../../config/config.ts';
import { createServices, type Services } from '../../services/index.ts';
import type { Platform } from '../../services/platform.ts';
import type { Ecosystems } from '../../ecosystems/index.ts';

/** Services that no request reaches, for tests of the server around them: registration only creates them. */
export function createIdleServices(ecosystems: Ecosystems): Services {
  const config = readConfig({
    DATABASE_URL: 'postgres://nowhere/none',
    JWT_SECRET: '-'.repeat(32),
    PUBLIC_URL: 'http://test',
  });
  const bodiesOf = () => ({});
  // only requests would use the missing parts
  const cache = createSharedCache({ maxBytes: 1 << 20 });
  return createServices({ config, ecosystems, bodiesOf, cache } as unknown as Platform);
}
