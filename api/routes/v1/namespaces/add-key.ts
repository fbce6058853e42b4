import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { Key, keysPath, presentKey } from './key.ts';
import type { Services } from '../../../../services/index.ts';

export function registerAddNamespaceKey(app: Routes, services: Services): void {
  app.post(
    keysPath,
    {
      schema: {
        operationId: 'addNamespaceKey',
        tags: ['namespaces'],
        summary:
          'Publish an OpenPGP key: releases with signatures by it are verified, and wrong ones refused',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid() }),
        body: z.object({
          armored: z
            .string()
            .min(1)
            .max(fieldLimits['public key'].characters)
            .describe('As gpg --armor --export writes it'),
        }),
        response: { 201: Key },
      },
    },
    async (request, reply) => {
      const { armored } = request.body;
      const named = { namespaceId: request.params.id, armored };
      return reply
        .code(201)
        .send(presentKey(await services.namespaces.addKey(callerOf(request, request.actor), named)));
    },
  );
}
