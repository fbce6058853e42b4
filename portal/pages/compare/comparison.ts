import type { PageContext } from '../../page.ts';

/** Two versions of a package with their differences, as the service returns them. */
export type Comparison = Awaited<ReturnType<PageContext['services']['releases']['compare']>>;
