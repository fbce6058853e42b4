import { z } from 'zod';

/** The form of an ecosystem's id; `ecosystems/served.ts` has the list of ids. */
export const EcosystemId = z.string().regex(/^[a-z][a-z0-9]{1,19}$/);
export type EcosystemId = z.infer<typeof EcosystemId>;
