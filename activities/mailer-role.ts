import type { Context } from '../config/context.ts';
import { createMailer, type Mailer } from '../services/outgoing/mailer.ts';
import { mailerSetting } from '../store/postgres/mails/notices.ts';
import { saveSetting } from '../store/postgres/settings.ts';

/** Creates the mailer of a worker, null without one; records for all processes whether there is a mailer. */
export async function startMailer({
  config,
  pool,
}: Pick<Context, 'config' | 'pool'>): Promise<Mailer | null> {
  const { smtpUrl } = config.secrets;
  await saveSetting(pool, mailerSetting, config.mail ? 'on' : 'off');
  if (!config.mail || smtpUrl === undefined) return null;
  return createMailer({ url: smtpUrl, from: config.mail.from, publicUrl: config.http.publicUrl });
}
