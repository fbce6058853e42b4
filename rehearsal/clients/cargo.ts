import { makeCrate, uniqueName } from '../../test/support/crates.ts';
import { type Client, expectDigest, read, type Registry, send } from './client.ts';

/** The requests of cargo: a publish with its body in two lengths, the sparse index, a download. */
export function cargoClient({ url, token }: Registry): Client {
  return {
    ecosystem: 'cargo',
    async make() {
      const { name, version, sha256, body } = await makeCrate({ name: uniqueName('rehearsed') });
      const init = { method: 'PUT', headers: { authorization: token }, body: new Uint8Array(body) };
      return {
        entry: { ecosystem: 'cargo', name, version, files: { crate: sha256 } },
        publish: () => send(`${url}/cargo/api/v1/crates/new`, init),
      };
    },
    async install({ name, version, files }) {
      const folders = `${name.slice(0, 2)}/${name.slice(2, 4)}`;
      const index = (await read(`${url}/cargo/index/${folders}/${name}`)).toString();
      const versions = index.split('\n').filter((line) => line !== '');
      const found = versions.map((line) => JSON.parse(line) as { vers: string; cksum: string });
      const entry = found.find(({ vers }) => vers === version);
      if (entry?.cksum !== files['crate']) throw new Error(`${name} is not in the index`);
      const bytes = await read(`${url}/cargo/api/v1/crates/${name}/${version}/download`);
      expectDigest(bytes, files['crate'], name);
    },
  };
}
