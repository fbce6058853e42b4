import type { Context } from '../config/context.ts';
import { createMailer, type Mailer } from '../services/outgoing/mailer.ts';
import { mailerSetting } from '../store/postgres/mails/notices.ts';
import { saveSetting } from '../store/postgres/settings.ts';

/** The mailer of a worker; notes for all processes whether there is one. */
export async function startMailer({
  config,
  pool,
}: Pick<Context, 'config' | 'pool'>): Promise<Mailer | null> {
  const { smtpUrl } = config.secrets;
  await saveSetting(pool, mailerSetting, config.mail ? 'on' : 'off');
  if (!config.mail || smtpUrl === undefined) return null;
  return createMailer({ url: smtpUrl, from: config.mail.from, publicUrl: config.http.publicUrl });
}
