import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../../domain/digest.ts';
import { uploadForm } from '../../ecosystems/pypi/fixtures/distribution.ts';
import { wheel } from '../../test/support/distributions.ts';
import { type Client, expectDigest, read, type Registry, send } from './client.ts';

const asJson = { accept: 'application/vnd.pypi.simple.v1+json' };

interface Page {
  files: { filename: string; url: string; hashes: { sha256: string } }[];
}

/** The requests of twine and pip: a form with a wheel; the page of the project and the file. */
export function pypiClient({ url, token }: Registry): Client {
  const authorization = `Basic ${Buffer.from(`__token__:${token}`).toString('base64')}`;
  return {
    ecosystem: 'pypi',
    async make() {
      const seed = randomBytes(5).toString('hex');
      const [name, version] = [`rehearsed-${seed}`, '1.0.0'];
      const file = wheel({ name, version, files: { 'seed.py': `seed = "${seed}"\n` } });
      const form = () => uploadForm({ name, version }, file);
      return {
        entry: { ecosystem: 'pypi', name, version, files: { [file.filename]: sha256Hex(file.body) } },
        publish: () =>
          send(`${url}/pypi/legacy/`, { method: 'POST', headers: { authorization }, body: form() }),
      };
    },
    async install({ name, files }) {
      const page = JSON.parse((await read(`${url}/pypi/simple/${name}/`, asJson)).toString()) as Page;
      for (const [filename, digest] of Object.entries(files)) {
        const file = page.files.find((each) => each.filename === filename);
        if (file?.hashes.sha256 !== digest) throw new Error(`${filename} is not on the page`);
        expectDigest(await read(new URL(file.url, `${url}/pypi/simple/${name}/`).href), digest, filename);
      }
    },
  };
}
