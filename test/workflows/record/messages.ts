import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { manage } from '../../support/held-release.ts';
import type { MailServer } from '../../support/mail-server.ts';
import type { OwnPlatform } from '../../support/platform.ts';
import { startReceiver } from '../../support/receiver.ts';
import { openWorkflows } from '../../support/workflows.ts';
import { save } from './history.ts';

/** Records a new member of an organization: one receiver accepts the event, the other refuses until cancelled. */
export async function recordWebhooks(platform: OwnPlatform): Promise<void> {
  const receiver = await startReceiver();
  const { username } = await platform.createUser();
  const call = async (path: string, body: object) => {
    const { status } = await manage(platform, platform.adminToken, `/orgs${path}`, body);
    if (status >= 300) throw new Error(`${path}: ${status}`);
  };
  await call('', { name: 'Demo', slug: 'demo' });
  for (const path of ['heard', 'refused']) {
    await call('/demo/webhooks', { url: `${receiver.url}/${path}`, events: ['member.added'] });
  }
  await call('/demo/members', { username, role: 'viewer' });
  await using client = openWorkflows(platform.temporal);
  const messages = await eventually(async () => {
    if (receiver.messages.length < 2) throw new Error(`${receiver.messages.length} messages came`);
    return receiver.messages.slice(0, 2);
  });
  for (const { path, delivery } of messages) {
    const workflowId = `webhook:${delivery}`;
    if (path === '/refused') await client.workflow.getHandle(workflowId).cancel();
    await save(platform, path === '/refused' ? 'webhook-cancelled' : 'webhook-delivered', workflowId);
  }
  await receiver.stop();
}

/** Records a mail that the server accepts, and one that it always refuses. */
export async function recordMails(platform: OwnPlatform, server: MailServer): Promise<void> {
  const answers = {
    'mail-delivered': null,
    'mail-refused': { code: 550, text: 'no such mailbox' },
  };
  for (const [name, answer] of Object.entries(answers)) {
    server.answer = answer;
    const { username } = await platform.createUser(`demo-${name}`);
    const workflowId = await eventually(async () => {
      const [row] = await query<{ id: string }>(
        platform.databaseUrl,
        `select mails.id from mails join users on users.id = mails.user_id
         where users.username = $1 and mails.is_started order by mails.id limit 1`,
        [username],
      );
      if (!row) throw new Error('no mail yet');
      return `mail:${row.id}`;
    });
    await save(platform, name, workflowId);
  }
}
