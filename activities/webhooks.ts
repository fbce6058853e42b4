import { ApplicationFailure } from '@temporalio/common';
import { webhookLimits } from '../domain/webhook.ts';
import { composeMessage } from '../services/webhooks/compose.ts';
import { openSecret } from '../services/webhooks/seal.ts';
import { sendMessage } from '../services/webhooks/send.ts';
import {
  dropDelivery,
  endDelivery,
  findMessage,
  noteAttempt,
} from '../store/postgres/webhooks/deliveries.ts';
import { endUnheardWebhook } from '../store/postgres/webhooks/live-webhooks.ts';
import type { Configured, Platform } from '../services/platform.ts';

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

export function createWebhookActivities(
  deps: Pick<Platform, 'pool' | 'ecosystems'> & Configured<'http' | 'webhooks' | 'secrets'>,
) {
  const { pool, config } = deps;
  return {
    /**
     * Makes one attempt. A receiver may get a delivery twice when the record of the first one is lost: both have the
     * same id.
     * @throws ApplicationFailure for the next attempt
     */
    async attemptDelivery({ deliveryId: id }: { deliveryId: string }): Promise<'delivered' | 'gone'> {
      const message = await findMessage(pool, id);
      // the webhook was ended or removed
      if (!message?.isActive) {
        await endDelivery(pool, id, 'failed');
        return 'gone';
      }
      const composed = await composeMessage(deps, message);
      if (!composed) {
        await dropDelivery(pool, id);
        return 'gone';
      }
      let responseStatus: number | null = null;
      let error: string | null = null;
      try {
        const secret = openSecret(config.secrets, message);
        responseStatus = await sendMessage({ ...message, ...composed, secret, id }, config.webhooks);
        if (responseStatus < 200 || responseStatus > 299) error = `answered ${responseStatus}`;
      } catch (cause) {
        error = (cause instanceof Error ? cause.message : 'not sent').slice(0, 500);
      }
      await noteAttempt(pool, id, { responseStatus, error });
      if (error !== null) {
        const nonRetryable = message.userId !== null && message.ageMinutes >= webhookLimits.triedMinutes;
        throw ApplicationFailure.create({ message: error, type: 'not_delivered', nonRetryable });
      }
      await endDelivery(pool, id, 'delivered');
      return 'delivered';
    },

    async abandonDelivery({ deliveryId }: { deliveryId: string }): Promise<{ error: string | null }> {
      const error = await endDelivery(pool, deliveryId, 'failed');
      await endUnheardWebhook(pool, deliveryId, webhookLimits.failuresInARow);
      return { error };
    },
  };
}
