import { randomBytes } from 'node:crypto';
import { compareSides, readSettings, reportComparisons, type Side } from './support/compare.ts';
import { startFileServer } from './support/file-server.ts';
import { startDurablePlatform } from './support/platform.ts';
import { say } from './support/report.ts';
import { expectOk } from './support/visible.ts';

const settings = readSettings();
say('starting the platform and a file server');
await using files = await startFileServer();
await using platform = await startDurablePlatform();
const { token } = await platform.createUser();

function createSide(base: string, headers: Record<string, string>, sums: string): Side {
  const fileUrl = (name: string, version: string) => `${base}/${name}/${version}/probe.bin`;
  return {
    async prepare(name, version) {
      const body = new Uint8Array(randomBytes(settings.bytes));
      const url = fileUrl(name, version);
      return async () => {
        await expectOk(await fetch(url, { method: 'PUT', headers, body }));
        await expectOk(await fetch(url));
      };
    },
    // the peer has no list: this document has about the same length
    documentUrl: (name) => `${base}/${name}/1.0.0/${sums}`,
    fileUrl,
  };
}

const ours = createSide(`${platform.url}/generic`, { authorization: `Bearer ${token}` }, 'SHA256SUMS');
const theirs = createSide(files.url, {}, 'probe.bin');
const rows = await compareSides('file server', { ours, theirs }, settings);
reportComparisons(
  'Plain files',
  rows.filter(({ what }) => !what.startsWith('index document')),
);
