import type { Wire } from '../wire.ts';
import { bulkReader } from './wire/audit-bulk.ts';
import { treeReader } from './wire/audit-tree.ts';
import { deprecationReader } from './wire/deprecate.ts';
import { publishReader } from './wire/publish-request.ts';
import { revisionReader } from './wire/revision-routes.ts';
import { registerRootRoutes, registerRoutes } from './wire/routes.ts';

/** The protocol of npm, pnpm, yarn, bun and deno. */
export const wire: Wire = {
  readers: [publishReader, deprecationReader, revisionReader, bulkReader, treeReader],
  routes: registerRoutes,
  rootRoutes: registerRootRoutes,
};
