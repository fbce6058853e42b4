import { addTrustedPublishers } from '../../../../../services/packages/trusted-publishers.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { PackageParams, readNamed } from '../params.ts';
import { PublisherRequest, readRules } from './rules.ts';
import { presentPublisher, publishersPath, readDeps, TrustedPublisher } from './present.ts';

export function registerCreateTrustedPublisher(app: Routes, management: ManagementDeps): void {
  const deps = readDeps(management);
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
      const [created] = await addTrustedPublishers(deps, caller, readNamed(deps, request.params), [rules]);
      if (!created) throw new Error('a publisher that was just added is missing');
      return reply.code(201).send(presentPublisher(created));
    },
  );
}
