import { setTimeout } from 'node:timers/promises';
import { uniqueName } from '../../support/crates.ts';
import type { Platform } from '../../support/platform.ts';

export interface Sent {
  token?: string;
  headers?: Record<string, string>;
  method?: string;
  body?: Buffer | string;
}

/** Requests below `/generic`, or below the mount of a repository. */
export function genericRequests({ url }: Platform, mount = '/generic') {
  const ask = (path: string, { token, headers = {}, method = 'GET', body }: Sent = {}) =>
    fetch(`${url}${mount}/${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });

  return {
    ask,
    put: (path: string, token: string, body: Buffer | string, headers: Record<string, string> = {}) =>
      ask(path, { method: 'PUT', token, body, headers }),
    /** Repeats the upload until it is accepted, as `curl --retry` does. */
    async putUntilTaken(path: string, token: string, body: string): Promise<Response> {
      for (;;) {
        const response = await ask(path, { method: 'PUT', token, body });
        if (response.status !== 503) return response;
        await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1_000);
      }
    },
  };
}

export type GenericRequests = ReturnType<typeof genericRequests>;

export const newName = () => uniqueName('files').toLowerCase();
