import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { PackageParams, readNamed } from '../params.ts';
import { PublisherRequest, readRules } from './rules.ts';
import { presentPublisher, publishersPath, TrustedPublisher } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

export function registerCreateTrustedPublisher(app: Routes, services: Services): void {
  app.post(
    publishersPath,
    {
      schema: {
        operationId: 'createTrustedPublisher',
        tags: ['packages'],
        summary:
          'Let builds publish a package without a stored token; they act for you. Needs a session with a recent log-in',
        security: [{ bearer: [] }],
        params: PackageParams,
        body: PublisherRequest,
        response: { 201: TrustedPublisher },
      },
    },
    async (request, reply) => {
      const rules = readRules(request.body);
      const caller = callerOf(request, request.actor);
      const [created] = await services.packages.addTrustedPublishers(
        caller,
        readNamed(services, request.params),
        [rules],
      );
      if (!created) throw new Error('a publisher that was just added is missing');
      return reply.code(201).send(presentPublisher(created));
    },
  );
}
