import type { Limits } from '../limits.ts';

/** Webhooks: their number, the duration of retries, and the retention of deliveries. */
export const webhookRows = {
  'of an organization': { count: 20, why: 'each release of it is sent to each' },
  'of a person': { count: 50, why: 'as clients of RubyGems make them' },
  'about all of a person': { count: 2, why: 'each publish of the ecosystem is judged for each' },
  'about all of the instance': { count: 100, why: 'each publish of the ecosystem is judged for each' },
  'tries of a person': { seconds: 1_800, why: 'the next try would come later than an hour' },
  'failures of a person': { count: 10, why: 'deliveries in a row; then the webhook ends' },
  'kept deliveries': { seconds: 30 * 86_400, why: 'their log' },
} as const satisfies Limits;
