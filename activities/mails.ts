import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { composeMail } from '../services/mails/compose.ts';
import { type Mailer, MailRefused } from '../services/outgoing/mailer.ts';
import { endMail, findUnsentMail } from '../store/postgres/mails/mails.ts';
import type { Configured, Platform } from '../services/platform.ts';

export type MailActivities = ReturnType<typeof createMailActivities>;

/** `mailer` is null when none is configured: waiting mails are then dropped. */
export function createMailActivities({
  pool,
  mailer,
  config,
}: Pick<Platform, 'pool'> & Configured<'http'> & { mailer: Mailer | null }) {
  return {
    /**
     * Makes one attempt. A mail may be sent twice when the record of the first one is lost: both have the same id.
     * @throws ApplicationFailure, retryable unless the server refuses the mail for good
     */
    async attemptMail({ mailId: id }: { mailId: string }): Promise<'sent' | 'dropped'> {
      const mail = await findUnsentMail(pool, id);
      const composed = mail && mailer && (await composeMail({ pool, config }, mail));
      if (!composed) {
        await endMail(pool, id, 'dropped');
        return 'dropped';
      }
      try {
        await mailer.send({ id, ...composed });
      } catch (error) {
        throw asFailure(error);
      }
      await endMail(pool, id, 'sent');
      return 'sent';
    },

    async abandonMail({ mailId, reason }: { mailId: string; reason: string }): Promise<{ error: string }> {
      await endMail(pool, mailId, 'failed');
      return { error: reason };
    },
  };
}

/** An answer of a mail server may contain the address, which must not be in histories: only its code is kept. */
function asFailure(error: unknown): ApplicationFailure {
  const { code, responseCode } = (error instanceof MailRefused ? error.cause : error) as {
    code?: unknown;
    responseCode?: unknown;
  };
  const facts = [code, responseCode].filter((fact) => typeof fact === 'string' || typeof fact === 'number');
  const isForGood = error instanceof MailRefused;
  return ApplicationFailure.create({
    message: `${isForGood ? 'refused' : 'not sent'}${facts.length > 0 ? ` (${facts.join(' ')})` : ''}`,
    type: 'not_sent',
    nonRetryable: isForGood,
    ...(isForGood ? { category: ApplicationFailureCategory.BENIGN } : {}),
  });
}
