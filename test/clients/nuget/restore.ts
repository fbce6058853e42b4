import type { Source } from './source.ts';

/** The content of the packages folder: lower-case id to version and bytes. */
export type Restored = Map<string, { version: string; nupkg: Buffer }>;

/** Restores a package and all its dependencies: version list, lowest version that fits, package, its manifest. */
export async function restore(source: Source, id: string, minimum: string): Promise<Restored> {
  const restored: Restored = new Map();
  const wanted = [{ id, minimum }];
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const key = next.id.toLowerCase();
    if (restored.has(key)) continue;
    const version = await chooseVersion(source, key, next.minimum);
    const folder = `${base(source)}${key}/${version}/${key}`;
    restored.set(key, { version, nupkg: await bytes(source, `${folder}.${version}.nupkg`) });
    wanted.push(...dependencies((await bytes(source, `${folder}.nuspec`)).toString('utf8')));
  }
  return restored;
}

function base(source: Source): string {
  return source.resource('PackageBaseAddress/3.0.0');
}

/** Versions arrive in ascending order, so the first one that reaches the minimum is the lowest that fits. */
async function chooseVersion(source: Source, key: string, minimum: string): Promise<string> {
  const versions = await listVersions(source, key);
  const found = versions.slice(Math.max(0, versions.indexOf(minimum.toLowerCase())))[0];
  if (found === undefined) throw new Error(`NU1101: Unable to find package ${key}`);
  return found;
}

/** The version list of an id; empty for a missing package. */
export async function listVersions(source: Source, id: string): Promise<string[]> {
  const response = await source.request(`${base(source)}${id.toLowerCase()}/index.json`);
  if (response.status === 404) return [];
  if (!response.ok) throw new Error(`${response.status} (${response.statusText})`);
  const list = (await response.json()) as { versions: string[] };
  return list.versions;
}

async function bytes(source: Source, url: string): Promise<Buffer> {
  const response = await source.request(url);
  if (!response.ok) throw new Error(`${response.status} (${response.statusText})`);
  return Buffer.from(await response.arrayBuffer());
}

function dependencies(nuspec: string): { id: string; minimum: string }[] {
  return [...nuspec.matchAll(/<dependency id="([^"]+)" version="([^"]+)"/g)].map(
    ([, id = '', minimum = '']) => ({
      id,
      minimum,
    }),
  );
}
