import { randomBytes } from 'node:crypto';
import { packageForm } from '../ecosystems/nuget/fixtures/form.ts';
import { buildNupkg } from '../ecosystems/nuget/fixtures/nupkg.ts';
import { readSettings, reportComparisons, type Side } from './support/compare.ts';
import { compareWithConstant } from './support/compare-constant.ts';
import { startDurablePlatform } from './support/platform.ts';
import { say } from './support/report.ts';
import { expectOk, expectVisible } from './support/visible.ts';

const settings = readSettings();
say('starting the platform');
await using platform = await startDurablePlatform();
const { token } = await platform.createUser();
const base = `${platform.url}/nuget`;

const ours: Side = {
  async prepare(id, version) {
    const body = randomBytes(settings.bytes);
    const nupkg = buildNupkg({ id, version, files: [{ path: 'content/filler.bin', body }] });
    const { payload, headers } = packageForm(nupkg);
    return async () => {
      const init = { method: 'PUT', headers: { ...headers, 'x-nuget-apikey': token } };
      await expectOk(await fetch(`${base}/v2/package`, { ...init, body: new Uint8Array(payload) }));
      await expectVisible(`${base}/v3-flatcontainer/${id}/index.json`, `"${version}"`);
    };
  },
  documentUrl: (id) => `${base}/v3/registration/${id}/index.json`,
  fileUrl: (id, version) => `${base}/v3-flatcontainer/${id}/${version}/${id}.${version}.nupkg`,
};
reportComparisons('NuGet', await compareWithConstant(ours, platform.temporal, settings));
