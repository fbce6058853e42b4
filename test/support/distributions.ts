import { buildTarball } from '../../ecosystems/npm/fixtures/tarball.ts';
import { buildZip } from '../../ecosystems/zip-of-files.ts';
import {
  type Distribution,
  sdistFiles,
  uploadForm,
  wheelFiles,
} from '../../ecosystems/pypi/fixtures/distribution.ts';
import { uniqueName } from './crates.ts';

export interface BuiltFile {
  filename: string;
  body: Buffer;
}

/** A name in its normal form. */
export const newProject = () => uniqueName('probe').toLowerCase();

export function wheel(distribution: Distribution): BuiltFile {
  const files = Object.entries(wheelFiles(distribution)).map(([path, body]) => ({ path, body }));
  const stem = `${distribution.name.replaceAll('-', '_')}-${distribution.version}`;
  return { filename: `${stem}-py3-none-any.whl`, body: buildZip(files) };
}

export async function sdist(distribution: Distribution): Promise<BuiltFile> {
  const { name, version } = distribution;
  return { filename: `${name}-${version}.tar.gz`, body: await buildTarball(sdistFiles(distribution)) };
}

/** Requests of Python clients to one platform, by default as one person. */
export function pypiClient(url: string, ownToken: string) {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/pypi/${path}`, { headers, redirect: 'manual' });
  return {
    ask,
    /** Uploads to `path` below the mount; anonymous with an empty token. */
    send: (form: FormData, token = ownToken, path = 'legacy/') =>
      fetch(`${url}/pypi/${path}`, {
        method: 'POST',
        body: form,
        headers:
          token === ''
            ? {}
            : { authorization: `Basic ${Buffer.from(`__token__:${token}`).toString('base64')}` },
      }),
    /** Uploads a file. Returns status and text. */
    async upload(it: Distribution, file: BuiltFile = wheel(it), token = ownToken, path = 'legacy/') {
      const answer = await this.send(uploadForm(it, file), token, path);
      return [answer.status, await answer.text()] as const;
    },
    /** The page of a project as JSON. */
    async page(name: string, headers: Record<string, string> = {}) {
      const answer = await ask(`simple/${name}/`, {
        accept: 'application/vnd.pypi.simple.v1+json',
        ...headers,
      });
      const text = await answer.text();
      return {
        status: answer.status,
        body: answer.ok ? (JSON.parse(text) as Record<string, unknown>) : text,
      };
    },
  };
}
