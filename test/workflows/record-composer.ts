import { credential } from '../security/publish.ts';
import { publishDist } from '../support/composer.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startGitServer } from '../support/git-server.ts';
import type { OwnPlatform } from '../support/platform.ts';
import { save, untilClosed } from './save-history.ts';
import { approval } from '../support/reviewing.ts';

const author = (platform: OwnPlatform) => ({ token: platform.adminToken });

async function post(platform: OwnPlatform, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${platform.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** A zip that is published, one that a person lets through after it was held, and one that is refused. */
export async function recordZips(platform: OwnPlatform): Promise<void> {
  const of = (name: string) => ({ name: `demo/${name}`, version: '1.0.0' });
  const id = (name: string) => `publish:composer:demo/${name}@1.0.0.0`;

  await publishDist(platform, author(platform), of('published'));
  await untilClosed(platform, id('published'));
  await save(platform, 'composer-published', id('published'));

  const files = { 'src/Key.php': `<?php const KEY = "${credential()}";` };
  await publishDist(platform, author(platform), { ...of('approved'), files });
  const release = `/v1/packages/composer/${encodeURIComponent('demo/approved')}/releases/1.0.0`;
  await query(
    platform.databaseUrl,
    `update findings set is_resolved = true, resolution = 'false_positive', resolved_at = now()
     from packages where packages.id = findings.package_id and packages.name = 'demo/approved'`,
  );
  const reviewed = await approval(`${platform.url}${release}`, platform.adminToken, { reason: 'looked at' });
  await post(platform, `${release}/approve`, reviewed);
  await untilClosed(platform, id('approved'));
  await save(platform, 'composer-approved', id('approved'));

  await publishDist(platform, author(platform), { ...of('refused'), manifest: { name: 'demo/other' } });
  await untilClosed(platform, id('refused'));
  await save(platform, 'composer-refused', id('refused'));
}

/** An import of two tags, one of which is refused, and one that is cancelled. */
export async function recordImports(platform: OwnPlatform): Promise<void> {
  const server = await startGitServer();
  try {
    const repository = await server.repository('demo');
    await repository.tag('v1.0.0', { 'composer.json': '{"name":"demo/imported"}' });
    await repository.tag('v1.1.0', { 'composer.json': '{"name":"demo/other"}' });
    const path = (name: string) => `/composer/packages/demo/${name}/imports`;
    const workflowId = (name: string) => `import-git:composer:demo/${name}`;

    await post(platform, path('imported'), { url: repository.url });
    await untilClosed(platform, workflowId('imported'));
    await save(platform, 'git-imported', workflowId('imported'));

    const asked = server.asked.length;
    server.intercept = () => true;
    const { status_url: job } = await post(platform, path('cancelled'), { url: repository.url });
    await eventually(async () => {
      if (server.asked.length === asked) throw new Error('the server was not asked');
    });
    await fetch(String(job), {
      method: 'DELETE',
      headers: { authorization: `Bearer ${platform.adminToken}` },
    });
    await untilClosed(platform, workflowId('cancelled'));
    await save(platform, 'git-import-cancelled', workflowId('cancelled'));
  } finally {
    await server.stop();
  }
}
