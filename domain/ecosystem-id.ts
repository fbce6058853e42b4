import { z } from 'zod';

/** Every ecosystem the platform will serve; only those in `ecosystems/served.ts` are served. */
export const EcosystemId = z.enum(['npm', 'pypi', 'cargo', 'nuget', 'maven', 'rubygems', 'composer', 'oci']);
export type EcosystemId = z.infer<typeof EcosystemId>;
