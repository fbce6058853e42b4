import type { PackedCrate } from './pack-crate.ts';
import type { PackedNupkg } from './pack-nupkg.ts';
import { fetchAgain } from './fetch-again.ts';

export type Outcome = 'published' | 'held' | 'exists';

export interface Registry {
  url: string;
  token: string;
}

/** Publishes a crate like cargo. */
export async function publishCrate({ url, token }: Registry, crate: PackedCrate): Promise<Outcome> {
  const response = await fetchAgain(`${url}/cargo/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: token, accept: 'application/json' },
    body: new Uint8Array(crate.body),
  });
  return outcomeOf(`${crate.name} ${crate.version}`, response);
}

/** Publishes a package like the .NET tools. */
export async function publishNupkg({ url, token }: Registry, nupkg: PackedNupkg): Promise<Outcome> {
  const form = new FormData();
  form.append('package', new Blob([new Uint8Array(nupkg.archive)]), 'package.nupkg');
  const response = await fetchAgain(`${url}/nuget/v2/package`, {
    method: 'PUT',
    headers: { 'x-nuget-apikey': token },
    body: form,
  });
  return outcomeOf(`${nupkg.id} ${nupkg.version}`, response);
}

async function outcomeOf(what: string, response: Response): Promise<Outcome> {
  const text = await response.text();
  if (response.status === 202) return 'held';
  if (response.ok) return 'published';
  if (response.status === 409) return 'exists';
  throw new Error(`publishing ${what} failed with status ${response.status}: ${text}`);
}
