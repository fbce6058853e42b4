import type { Document } from '../../../domain/document.ts';
import type { Mount, RenderInput } from '../../ecosystem.ts';
import { orderedVersions, type ListedVersion } from './listing.ts';
import { registrationIndex, registrationLeaf } from './registration.ts';
import { hives, paths, type Hive } from './urls.ts';

/** Everything a restore reads, for each mount: the version list and both hives with their leaves. */
export function documents(input: RenderInput): Document[] {
  const versions = orderedVersions(input.releases);
  if (versions.length === 0) return [];
  return input.mounts.flatMap((mount) => [
    versionList(input, mount, versions),
    ...hives.flatMap((hive) => hiveDocuments(input, mount, hive, versions)),
  ]);
}

function versionList(input: RenderInput, mount: Mount, versions: ListedVersion[]): Document {
  const keys = versions.map(({ release }) => release.versionKey);
  return json(mount, paths.versions(input.package.nameKey), { versions: keys });
}

function hiveDocuments(input: RenderInput, mount: Mount, hive: Hive, all: ListedVersion[]): Document[] {
  const place = { mountUrl: mount.url, hive, package: input.package };
  const versions = hive === 'registration' ? all : all.filter(({ isSemVer2 }) => !isSemVer2);
  const index = registrationIndex(place, versions);
  if (index === undefined) return [];
  const { nameKey } = input.package;
  return [
    json(mount, paths.registration(hive, nameKey), index),
    ...versions.map((version) =>
      json(mount, paths.leaf(hive, nameKey, version.release.versionKey), registrationLeaf(place, version)),
    ),
  ];
}

function json(mount: Mount, path: string, body: object): Document {
  return {
    path: `${mount.documentPrefix}${path}`,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(body),
  };
}
