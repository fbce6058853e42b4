import { claimRequest, keepResponse } from './once.ts';
import { changeIfUnchanged } from './unchanged.ts';

/** Requests that are answered once, or only while nothing has changed: what every surface may ask for. */
export const requests = {
  claim: claimRequest,
  keep: keepResponse,
  changeIfUnchanged,
};
