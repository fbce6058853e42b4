import { claimRequest, keepResponse } from './once.ts';

/** Requests that are answered once: what every surface may ask for. */
export const requests = {
  claim: claimRequest,
  keep: keepResponse,
};
