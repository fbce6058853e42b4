import { addIssuer, listOwnIssuers, removeIssuer } from './issuers.ts';
import { addPending, listPending, removePending } from './pending-publishers.ts';

/** Operations on issuers and pending publishers, for every surface. */
export const trust = {
  listOwnIssuers,
  addIssuer,
  removeIssuer,
  listPending,
  addPending,
  removePending,
};
