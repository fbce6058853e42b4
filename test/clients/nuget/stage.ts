import type { Source } from './source.ts';

/** The requests of `dotnet nuget stage`, and the members of the answers that the client needs. */

export interface Artifact {
  id: string;
  version: string;
  kind: 'package' | 'symbols';
  status: string;
  group: { id: string; name: string } | null;
  canPromote: boolean;
}

interface Options {
  apiKey: string;
  group?: string;
}

const pageSize = 100;

/** Stages a package, and its symbols in a second request. @throws Error with code and message of the answer */
export async function stagePush(
  source: Source,
  files: { nupkg: Buffer; snupkg?: Buffer },
  options: Options,
): Promise<Artifact[]> {
  const staged = [await upload(source, 'package', files.nupkg, options)];
  if (files.snupkg !== undefined) staged.push(await upload(source, 'symbols', files.snupkg, options));
  return staged;
}

async function upload(
  source: Source,
  part: string,
  file: Buffer,
  { apiKey, group }: Options,
): Promise<Artifact> {
  const form = new FormData();
  form.append(part, new Blob([new Uint8Array(file)]), `${part}.nupkg`);
  if (group !== undefined) form.append('groupId', group);
  return (await call(source, 'PUT', part, apiKey, form)) as Artifact;
}

/** Reads every page of packages and symbols, or those of one group. */
export async function stageList(source: Source, { apiKey, group }: Options): Promise<Artifact[]> {
  const paths = group === undefined ? ['package', 'symbols'] : [`groups/${group}`];
  const all: Artifact[] = [];
  for (const path of paths) {
    for (let page = 1; ; page += 1) {
      const answer = await call(source, 'GET', `${path}?page=${page}&pageSize=${pageSize}`, apiKey);
      const { items, totalCount } = answer as { items: Artifact[]; totalCount: number };
      all.push(...items);
      if (page * pageSize >= totalCount) break;
    }
  }
  return all;
}

export async function createGroup(
  source: Source,
  id: string,
  name: string,
  apiKey: string,
): Promise<unknown> {
  return call(source, 'POST', 'groups', apiKey, JSON.stringify({ id, name }));
}

export async function addToGroup(source: Source, id: string, item: string, apiKey: string): Promise<void> {
  await call(source, 'PUT', `groups/${id}/items/${item.replace('@', '/')}`, apiKey);
}

export async function deleteGroup(source: Source, id: string, apiKey: string): Promise<void> {
  await call(source, 'DELETE', `groups/${id}`, apiKey);
}

async function call(
  source: Source,
  method: string,
  path: string,
  apiKey: string,
  body: FormData | string | null = null,
): Promise<unknown> {
  const response = await source.request(`${source.resource('PackageStaging/1.0.0')}/${path}`, {
    method,
    headers: {
      'x-nuget-apikey': apiKey,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body,
  });
  const text = await response.text();
  if (response.ok) return text === '' ? undefined : JSON.parse(text);
  const { error } = JSON.parse(text) as { error: { code: string; message: string } };
  throw new Error(`${error.code}: ${error.message}`);
}
