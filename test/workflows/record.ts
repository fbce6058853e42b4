import { mkdir, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startMailServer } from '../support/mail-server.ts';
import { startOwnPlatform } from '../support/platform.ts';
import { startTemporal } from '../support/temporal.ts';
import { recordFiles, recordHeldFiles, recordUnscannedFile } from './record/files.ts';
import { folder } from './record/history.ts';
import { recordAdvisories, recordGitImports } from './record/imports.ts';
import { recordMaintenance } from './record/maintenance.ts';
import { recordMails, recordWebhooks } from './record/messages.ts';
import { recordDeletedOrganization } from './record/organizations.ts';
import {
  recordDrafts,
  recordHeld,
  recordHidden,
  recordPublished,
  recordRefused,
} from './record/publishes.ts';
import { recordRescans } from './record/rescans.ts';
import { recordSearchCopies } from './record/search-copies.ts';
import { recordAnalyses, recordReviews, recordScriptedReviews } from './record/reviews.ts';

/**
 * Records a history of each path of each workflow into `histories/`: `npm run record-histories`, or only some groups:
 * `npm run record-histories -- held drafts`. Run it for new paths and, until the first release, after changes of workflow
 * code. After the first release, existing histories are never changed (`docs/adr/0076`).
 */

const groups = {
  published: recordPublished,
  refused: recordRefused,
  held: recordHeld,
  drafts: recordDrafts,
  hidden: recordHidden,
  files: recordFiles,
  'held-files': recordHeldFiles,
  'unscanned-files': recordUnscannedFile,
  advisories: recordAdvisories,
  'git-imports': recordGitImports,
  rescans: recordRescans,
  organizations: recordDeletedOrganization,
  webhooks: recordWebhooks,
  mails: recordMails,
  analyses: recordAnalyses,
  reviews: recordReviews,
  'scripted-reviews': recordScriptedReviews,
  maintenance: recordMaintenance,
  'search-copies': recordSearchCopies,
};

/** Number of events after which the server suggests a new run: low, so that a short run has to take one. */
const suggestedAfter = { 'limit.historyCount.suggestContinueAsNew': '20' };

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) throw new Error(`no group ${unknown.join()}: ${Object.keys(groups).join(', ')}`);
if (positionals.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await using cleanup = new AsyncDisposableStack();
const mailServer = await startMailServer();
cleanup.defer(() => mailServer.stop());
const temporal = await startTemporal(suggestedAfter);
cleanup.defer(() => temporal.stop());
const platform = await startOwnPlatform(
  {
    WEBHOOK_PRIVATE_TARGETS: 'allow',
    IMPORT_PRIVATE_TARGETS: 'allow',
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Rookery <registry@example.org>',
  },
  { temporal },
);
cleanup.defer(() => platform.stop());
for (const [group, record] of Object.entries(groups)) {
  if (positionals.length > 0 && !positionals.includes(group)) continue;
  process.stdout.write(`${group}\n`);
  await record(platform, mailServer);
}
