import { createHash } from 'node:crypto';
import { metadataOf, pomOf } from '../../../ecosystems/maven/fixtures/pom.ts';
import { uniqueName } from '../../support/crates.ts';
import type { Platform } from '../../support/platform.ts';

export interface Coordinates {
  group: string;
  artifact: string;
  version: string;
}

/** Coordinates in a new group: the first publish claims it. */
export function newCoordinates(version = '1.0.0'): Coordinates {
  const unique = uniqueName('m')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  return { group: `org.${unique}`, artifact: 'probe', version };
}

/** Requests below `/maven`, or below the mount of a repository. */
export function mavenRequests({ url }: Platform, mount = '/maven', userAgent = 'probe') {
  const ask = (path: string, token?: string, method = 'GET') =>
    fetch(`${url}${mount}/${path}`, { method, headers: authorizationOf(token), redirect: 'manual' });
  const put = (path: string, token: string | undefined, body: Buffer | string) =>
    fetch(`${url}${mount}/${path}`, {
      method: 'PUT',
      headers: { ...authorizationOf(token), 'user-agent': userAgent },
      body: Buffer.from(body),
    });
  const folderOf = ({ group, artifact }: Coordinates) => `${group.replaceAll('.', '/')}/${artifact}`;
  const fileOf = (at: Coordinates, ending: string) =>
    `${folderOf(at)}/${at.version}/${at.artifact}-${at.version}${ending}`;

  return {
    ask,
    put,
    folderOf,
    fileOf,
    putFile: (at: Coordinates, ending: string, token: string | undefined, body: Buffer | string) =>
      put(fileOf(at, ending), token, body),
    putPom: (at: Coordinates, token: string, more: { packaging?: string; inside?: string } = {}) =>
      put(fileOf(at, '.pom'), token, pomOf({ ...at, ...more })),
    /** The last request of a deploy. */
    commit: (at: Coordinates, token: string) =>
      put(`${folderOf(at)}/maven-metadata.xml`, token, metadataOf({ ...at, versions: [at.version] })),
    /** Deploys a jar of random bytes with its POM. */
    async deploy(
      at: Coordinates,
      token: string,
      jar: Buffer | string = `jar of ${at.group} ${at.version}`,
    ): Promise<Response> {
      await put(fileOf(at, '.jar'), token, jar);
      await put(fileOf(at, '.pom'), token, pomOf(at));
      return this.commit(at, token);
    },
  };
}

/** The header that Maven sends with the server entry of `settings.xml`. */
function authorizationOf(token: string | undefined): Record<string, string> {
  if (token === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`anybody:${token}`).toString('base64')}` };
}

export const hexOf = (algorithm: string, body: Buffer | string) =>
  createHash(algorithm).update(body).digest('hex');
