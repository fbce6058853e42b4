import { z } from 'zod';

/** What an ecosystem may be called; which there are only `ecosystems/served.ts` knows. */
export const EcosystemId = z.string().regex(/^[a-z][a-z0-9]{1,19}$/);
export type EcosystemId = z.infer<typeof EcosystemId>;
