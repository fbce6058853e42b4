import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { Time, time } from '../../fields.ts';
import type { Services } from '../../../../services/index.ts';

const Challenge = z.object({
  record_type: z.literal('TXT'),
  record_names: z.array(z.string()).describe('One of them is enough'),
  record_value: z.string(),
  expires_at: Time,
});

export function registerBeginVerification(app: Routes, services: Services): void {
  app.post(
    '/v1/namespaces/:id/verification',
    {
      schema: {
        operationId: 'beginNamespaceVerification',
        tags: ['namespaces'],
        summary: 'Ask for a DNS record that proves that the domain of a namespace is yours',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid() }),
        response: { 200: Challenge },
      },
    },
    async (request) => {
      const wanted = await services.namespaces.beginVerification(
        callerOf(request, request.actor),
        request.params.id,
      );
      return {
        record_type: 'TXT' as const,
        record_names: [...wanted.recordNames],
        record_value: wanted.recordText,
        expires_at: time(wanted.expiresAt),
      };
    },
  );
}
