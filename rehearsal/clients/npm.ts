import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../../domain/digest.ts';
import { publishDocument } from '../../ecosystems/npm/fixtures/tarball.ts';
import { type Client, expectDigest, read, type Registry, send } from './client.ts';

const abbreviated = { accept: 'application/vnd.npm.install-v1+json' };

interface Packument {
  versions: Record<string, { dist: { tarball: string } }>;
}

/** The requests of npm: a publish document with the tarball inside; the abbreviated document and its tarball. */
export function npmClient({ url, token }: Registry): Client {
  return {
    ecosystem: 'npm',
    async make() {
      const seed = randomBytes(5).toString('hex');
      const [name, version] = [`rehearsed-${seed}`, '1.0.0'];
      const { tarball, document } = await publishDocument({ name, version, seed });
      const init = {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(document),
      };
      return {
        entry: { ecosystem: 'npm', name, version, files: { tarball: sha256Hex(tarball) } },
        publish: () => send(`${url}/npm/${name}`, init),
      };
    },
    async install({ name, version, files }) {
      const document = JSON.parse((await read(`${url}/npm/${name}`, abbreviated)).toString()) as Packument;
      const tarball = document.versions[version]?.dist.tarball;
      if (tarball === undefined) throw new Error(`${name} ${version} is not in its document`);
      expectDigest(await read(tarball), files['tarball'], name);
    },
  };
}
