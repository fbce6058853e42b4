import { claimRequest, keepResponse } from './once.ts';
import { changeIfUnchanged } from './unchanged.ts';

/** Operations for requests that are answered once, or only while their subject is unchanged. */
export const requests = {
  claim: claimRequest,
  keep: keepResponse,
  changeIfUnchanged,
};
