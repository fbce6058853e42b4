import { z } from 'zod';

/** Every ecosystem the platform will serve; only those in `ecosystems/index.ts` are mounted. */
export const EcosystemId = z.enum(['npm', 'pypi', 'cargo', 'nuget', 'maven', 'rubygems', 'composer', 'oci']);
export type EcosystemId = z.infer<typeof EcosystemId>;
