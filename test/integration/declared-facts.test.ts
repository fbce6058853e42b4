import { afterAll, beforeAll, expect, it } from 'vitest';
import { newProject, pypiClient, wheel } from '../support/distributions.ts';
import { gemsClient } from '../support/gems.ts';
import { uniqueName } from '../support/crates.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../support/platform.ts';
import { policyClient } from '../support/policy.ts';
import { npmClient } from './npm/client.ts';

let platform: SharedPlatform;
let owner: TestUser;
let policies: ReturnType<typeof policyClient>;
beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
  policies = policyClient(platform, owner);
});
afterAll(() => platform?.stop());

it('a denied version of a gem is denied on every platform, a denied platform alone', async () => {
  const [whole, one] = [newProject(), newProject()];
  await policies.setPolicy({
    denied_packages: [
      { ecosystem: 'rubygems', name: whole, versions: ['1.0.0'] },
      { ecosystem: 'rubygems', name: one, versions: ['1.0.0-java'] },
    ],
  });
  const gems = gemsClient(platform.url, owner.token);
  const versions = ['1.0.0', '1.0.0-java', '1.1.0-java'];
  for (const name of [whole, one]) {
    for (const each of versions) {
      const [version = '', ...given] = each.split('-');
      const [platform] = given;
      await gems.pushGem({ name, version, ...(platform !== undefined && { platform }) });
    }
  }

  await policies.expectState(['rubygems', whole, '1.0.0'], 'held');
  await policies.expectState(['rubygems', whole, '1.0.0-java'], 'held');
  await policies.expectState(['rubygems', whole, '1.1.0-java'], 'published');
  await policies.expectState(['rubygems', one, '1.0.0'], 'published');
  await policies.expectState(['rubygems', one, '1.0.0-java'], 'held');
}, 60_000);

it('a denied license is found wherever the metadata declares it', async () => {
  await policies.setPolicy({ allowed_licenses: ['MIT'], denied_licenses: ['GPL-3.0'] });
  const python = pypiClient(platform.url, owner.token);
  const gpl = 'Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)\n';
  const bsd = 'Classifier: License :: OSI Approved :: BSD License\n';
  const [denied, fine] = [newProject(), newProject()];
  const at = { version: '1.0.0', headers: `License: MIT\n${bsd}` };
  const twice = { ...at, name: denied, headers: `License: MIT\n${gpl}` };
  await python.upload(twice, wheel(twice));
  await policies.expectState(['pypi', denied, '1.0.0'], 'held');
  // the license is allowed, and the other declared one is not denied
  const other = { ...at, name: fine };
  await python.upload(other, wheel(other));
  await policies.expectState(['pypi', fine, '1.0.0'], 'published');

  const joining = { ...other, headers: `License: MIT\n${gpl}` };
  const file = wheel(joining);
  const renamed = { ...file, filename: file.filename.replace('py3', 'py2') };
  expect((await python.upload(joining, renamed))[1]).toContain('held for review');

  const older = uniqueName('probe');
  await npmClient(platform, owner.token).publish({
    name: older,
    version: '1.0.0',
    license: 'MIT',
    licenses: [{ type: 'GPL-3.0', url: 'https://example.com' }],
  });
  await policies.expectState(['npm', older, '1.0.0'], 'held');
}, 60_000);
