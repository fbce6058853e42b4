import { addIssuer, listOwnIssuers, removeIssuer } from './issuers.ts';
import { addPending, listPending, removePending } from './pending-publishers.ts';

/** Issuers and publishers that are still to come: what every surface may ask for. */
export const trust = {
  listOwnIssuers,
  addIssuer,
  removeIssuer,
  listPending,
  addPending,
  removePending,
};
