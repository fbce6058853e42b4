import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Credential } from './credentials.ts';
import { call, Refusal } from './registry.ts';

const Started = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: z.number(),
  interval: z.number(),
});
export type Started = z.infer<typeof Started>;

const Granted = z.object({
  token: z.string(),
  id: z.string(),
  username: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.string().nullable(),
});

/** Begins a log-in; without `scopes`, with those of a publisher. */
export function startLogin(
  url: string,
  client: { name: string; scopes: readonly string[] | undefined },
): Promise<Started> {
  const { name, scopes } = client;
  const body = { client_name: name, ...(scopes === undefined ? {} : { scopes }) };
  return call(`${url}/v1/auth/device`, { body }, Started);
}

/** Polls until a person has decided. @throws Refusal if the log-in was denied, or not decided in time */
export async function awaitLogin(url: string, started: Started): Promise<Credential> {
  let seconds = started.interval;
  for (;;) {
    await sleep(seconds * 1_000);
    try {
      const body = { device_code: started.device_code };
      return await call(`${url}/v1/auth/device/token`, { body }, Granted);
    } catch (error) {
      seconds = secondsToWait(error, seconds);
    }
  }
}

const patient = new Set(['authorization_pending', 'slow_down', 'rate_limited', 'overloaded', 'not_ready']);

/** The pause before the next poll. A short outage of the registry is not a denial. @throws the error of a denial */
function secondsToWait(error: unknown, seconds: number): number {
  if (!(error instanceof Refusal)) throw error;
  if (!patient.has(error.code ?? '') && error.status < 500) throw error;
  return Math.max(seconds, error.retryAfterSeconds ?? 0);
}
