import { documentFor, publishDocument } from '../../ecosystems/npm/fixtures/tarball.ts';
import { send } from './trusted-publishing.ts';

export interface NpmAnswer {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

export interface NpmRequest {
  token?: string;
  body?: unknown;
  form?: Record<string, string>;
}

/** Requests below one mount, e.g. `http://127.0.0.1:8080/npm`; a complete URL is used unchanged. */
export function npmRequests(registry: string) {
  async function ask(
    method: string,
    path: string,
    { token, body, form }: NpmRequest = {},
    headers: Record<string, string> = {},
  ): Promise<NpmAnswer> {
    const response = await fetch(path.startsWith('http') ? path : registry + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    // every JSON answer here is an object
    const parsed = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, text, body: parsed };
  }

  return {
    ask,
    whoami: async (token: string) => (await ask('GET', '/-/whoami', { token })).body['username'],
    legacyLogin: (name: string, password: string, email?: string) =>
      ask('PUT', userPath(name), {
        body: { _id: `x:${name}`, name, password, email, type: 'user', roles: [] },
      }),
  };
}

export const userPath = (name: string) => `/-/user/org.couchdb.user:${name}`;

/** The name as clients write it in addresses. */
export const escapedName = (name: string) => name.replace('/', '%2f');

/** A raw publish request, with an attestation beside the tarball if there is one. */
export async function publishNpm(
  registry: string,
  { name, version }: { name: string; version: string },
  bearer: string,
  { bundle, access = 'public' }: { bundle?: string; access?: string } = {},
) {
  const { tarball, document } = await publishDocument({ name, version });
  const attestation = {
    content_type: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    data: bundle,
    length: bundle?.length,
  };
  const _attachments = {
    ...document._attachments,
    ...(bundle === undefined ? {} : { [`${name}-${version}.sigstore`]: attestation }),
  };
  const body = { ...documentFor({ name, version }, tarball), access, _attachments };
  return send('PUT', `${registry}/${escapedName(name)}`, { bearer, body });
}
