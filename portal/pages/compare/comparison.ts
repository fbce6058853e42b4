import type { PageContext } from '../../page.ts';

/** Two versions of a package and how they differ, as the service returns it. */
export type Comparison = Awaited<ReturnType<PageContext['services']['releases']['compare']>>;
