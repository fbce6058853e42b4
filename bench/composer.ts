import { createHash, randomBytes } from 'node:crypto';
import { manifestOf, publishForm } from '../ecosystems/composer/fixtures/dist.ts';
import { buildZip } from '../ecosystems/zip-of-files.ts';
import { compareReads, compareSides, readSettings, reportComparisons, type Side } from './support/compare.ts';
import { startFileServer } from './support/file-server.ts';
import { startDurablePlatform } from './support/platform.ts';
import { say } from './support/report.ts';
import { expectOk, expectVisible } from './support/visible.ts';

const settings = readSettings();
say('starting the platform and a file server');
await using files = await startFileServer();
await using platform = await startDurablePlatform();
const { token } = await platform.createUser();
const base = `${platform.url}/composer`;
const vendor = 'bench';
const nameOf = (name: string) => `${vendor}/${name}`;
const zipOf = (name: string) =>
  buildZip([
    { path: 'composer.json', body: manifestOf({ name: nameOf(name) }) },
    { path: 'filler.bin', body: randomBytes(settings.bytes) },
  ]);

const ours: Side = {
  async prepare(name, version) {
    const form = new Response(publishForm({ zip: zipOf(name), fields: { version } }));
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': form.headers.get('content-type') ?? '',
    };
    const body = await form.arrayBuffer();
    return async () => {
      await expectOk(await fetch(`${base}/packages/${nameOf(name)}`, { method: 'PUT', headers, body }));
      await expectVisible(ours.documentUrl(name), `"version":"${version}"`);
    };
  },
  documentUrl: (name) => `${base}/p2/${nameOf(name)}.json`,
  fileUrl: (name, version) => `${base}/files/${nameOf(name)}/${version}.0/${vendor}-${name}-${version}.0.zip`,
};

/** Files like those of a generator for static repositories: a zip, the package's document, and the root. */
const theirs: Side = createStatic();

function createStatic(): Side {
  const known = new Map<string, object[]>();
  const put = async (url: string, body: string | Buffer) => {
    await expectOk(await fetch(url, { method: 'PUT', body: new Uint8Array(Buffer.from(body)) }));
  };
  const side: Side = {
    async prepare(name, version) {
      const zip = zipOf(name);
      const shasum = createHash('sha1').update(zip).digest('hex');
      const dist = { type: 'zip', url: side.fileUrl(name, version), reference: shasum, shasum };
      const all = [
        { name: nameOf(name), version, version_normalized: `${version}.0`, dist },
        ...(known.get(name) ?? []),
      ];
      known.set(name, all);
      const document = JSON.stringify({ packages: { [nameOf(name)]: all } });
      const root = JSON.stringify({
        packages: [],
        'metadata-url': `${files.url}/p2/%package%.json`,
        'available-packages': [...known.keys()].map(nameOf),
      });
      return async () => {
        await put(side.fileUrl(name, version), zip);
        await put(side.documentUrl(name), document);
        await put(`${files.url}/packages.json`, root);
        await expectVisible(side.documentUrl(name), `"version":"${version}"`);
      };
    },
    documentUrl: (name) => `${files.url}/p2/${nameOf(name)}.json`,
    fileUrl: (name, version) => `${files.url}/dist/${name}-${version}.zip`,
  };
  return side;
}

const peer = 'file server';
const rows = await compareSides(peer, { ours, theirs }, settings);
const root = {
  what: 'packages.json',
  peer,
  ours: `${base}/packages.json`,
  theirs: `${files.url}/packages.json`,
};
reportComparisons('Composer', [...rows, await compareReads(root, settings)]);
