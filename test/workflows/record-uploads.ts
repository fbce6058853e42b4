import { buildGem } from '../../ecosystems/rubygems/fixtures/gem.ts';
import { credential } from '../security/publish.ts';
import { resolveFindings } from '../support/decide.ts';
import { pypiClient, sdist, wheel } from '../support/distributions.ts';
import { gemsClient } from '../support/gems.ts';
import type { OwnPlatform } from '../support/platform.ts';
import { untilAtRest } from '../support/workflows.ts';
import { save, untilClosed } from './save-history.ts';
import { approval } from '../support/reviewing.ts';

/** A wheel, a source distribution that joins it, and one that waits for a person. */
export async function recordPython(platform: OwnPlatform): Promise<void> {
  const client = pypiClient(platform.url, platform.adminToken);
  const it = { name: 'demo-python', version: '1.0' };
  const later = await sdist(it);
  expectTold(await client.upload(it), 'OK');
  expectTold(await client.upload(it, later), 'OK');
  await saveClosed(platform, 'pypi-first-file', 'publish:pypi:demo-python@1');
  await saveClosed(platform, 'pypi-later-file', `publish:pypi:demo-python@1/${later.filename}`);

  const held = { ...it, name: 'demo-held' };
  const secret = wheel({ ...held, files: { 'settings.py': `KEY = "${credential()}"\n` } });
  expectTold(await client.upload(held, secret), 'held for review');
  await release(platform, { ecosystem: 'pypi', ...held, workflowId: 'publish:pypi:demo-held@1' });
  await saveClosed(platform, 'pypi-held', 'publish:pypi:demo-held@1');
}

/** A gem, one that is refused by the scanner, and one that waits for a person. */
export async function recordGems(platform: OwnPlatform): Promise<void> {
  const client = gemsClient(platform.url, platform.adminToken);
  const it = { name: 'demo-gem', version: '1.0' };
  expectTold(await client.pushGem(it), 'Successfully registered');
  await saveClosed(platform, 'gem-published', 'publish:rubygems:demo-gem@1');

  const broken = await buildGem({ ...it, name: 'demo-broken' }, { 'data.tar.gz': Buffer.from('no folder') });
  const refused = await client.push(broken);
  expectTold([refused.status, await refused.text()], 'data.tar.gz');
  await saveClosed(platform, 'gem-refused', 'publish:rubygems:demo-broken@1');

  const held = { ...it, name: 'demo-held', files: { 'lib/keys.rb': `KEY = "${credential()}"\n` } };
  expectTold(await client.pushGem(held), 'Held for review');
  await release(platform, { ecosystem: 'rubygems', ...held, workflowId: 'publish:rubygems:demo-held@1' });
  await saveClosed(platform, 'gem-held', 'publish:rubygems:demo-held@1');
}

async function saveClosed(platform: OwnPlatform, name: string, workflowId: string): Promise<void> {
  await untilClosed(platform, workflowId);
  await save(platform, name, workflowId);
}

interface Held {
  ecosystem: string;
  name: string;
  version: string;
  workflowId: string;
}

/** As a person would who has looked at it. */
async function release(platform: OwnPlatform, { ecosystem, name, version, workflowId }: Held): Promise<void> {
  await untilAtRest(platform.temporal, workflowId);
  await resolveFindings(platform, { name });
  const url = `${platform.url}/v1/packages/${ecosystem}/${name}/releases/${version}`;
  const answer = await fetch(`${url}/approve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(await approval(url, platform.adminToken, { reason: 'looked at' })),
  });
  if (!answer.ok) throw new Error(`approve ${name}: ${answer.status} ${await answer.text()}`);
}

function expectTold([status, text]: readonly [number, string], words: string): void {
  if (!text.includes(words)) throw new Error(`${status} ${text}`);
}
