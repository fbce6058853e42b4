import { importAdvisories, osvArchive } from '../../support/advisories.ts';
import { eventually } from '../../support/eventually.ts';
import { startGitServer } from '../../support/git-server.ts';
import type { OwnPlatform } from '../../support/platform.ts';
import { save } from './history.ts';

/** Records an archive that changes packages, and a file that is not an archive. */
export async function recordAdvisories(platform: OwnPlatform): Promise<void> {
  const record = { id: 'OSV-1', affected: [{ name: 'Demo.Text', events: [{ introduced: '0' }] }] };
  await importAdvisories(platform, 'nuget', osvArchive([record]));
  await save(platform, 'advisories-imported', 'import-advisories:nuget');
  await save(platform, 'advisories-matched', 'match-advisories:nuget');
  await importAdvisories(platform, 'nuget', Buffer.from('no archive'));
  await save(platform, 'advisories-refused', 'import-advisories:nuget');
}

/** Records two tags, one of which is refused, and a cancelled import. */
export async function recordGitImports(platform: OwnPlatform): Promise<void> {
  const server = await startGitServer();
  try {
    const repository = await server.repository('demo');
    await repository.tag('v1.0.0', { 'composer.json': '{"name":"demo/imported"}' });
    await repository.tag('v1.1.0', { 'composer.json': '{"name":"demo/other"}' });
    const start = async (name: string): Promise<string> => {
      const answer = await fetch(`${platform.url}/composer/packages/demo/${name}/imports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: repository.url }),
      });
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
      return String(((await answer.json()) as Record<string, unknown>)['status_url']);
    };

    await start('imported');
    await save(platform, 'git-imported', 'import-git:composer:demo/imported');

    const asked = server.asked.length;
    server.intercept = () => true;
    const job = await start('cancelled');
    await eventually(async () => {
      if (server.asked.length === asked) throw new Error('the server was not asked');
    });
    const headers = { authorization: `Bearer ${platform.adminToken}` };
    await fetch(job, { method: 'DELETE', headers });
    await save(platform, 'git-import-cancelled', 'import-git:composer:demo/cancelled');
  } finally {
    await server.stop();
  }
}
