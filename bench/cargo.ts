import { readSettings, reportComparisons, type Side } from './support/compare.ts';
import { compareWithConstant } from './support/compare-constant.ts';
import { crateUpload, indexPath, publishUntilVisible } from './support/crates.ts';
import { startDurablePlatform } from './support/platform.ts';
import { say } from './support/report.ts';

const settings = readSettings();
say('starting the platform');
await using platform = await startDurablePlatform();
const { token } = await platform.createUser();

const ours: Side = {
  async prepare(name, version) {
    const body = await crateUpload(name, version, settings.bytes);
    return () => publishUntilVisible(platform.url, token, { name, version, body });
  },
  documentUrl: (name) => platform.url + indexPath(name),
  fileUrl: (name, version) => `${platform.url}/cargo/api/v1/crates/${name}/${version}/download`,
};
reportComparisons('Cargo', await compareWithConstant(ours, platform.temporal, settings));
