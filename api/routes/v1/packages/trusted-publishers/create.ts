import { z } from 'zod';
import { canPublish } from '../../../../../domain/access.ts';
import type { Performer } from '../../../../../domain/actor.ts';
import { DomainError } from '../../../../../domain/errors.ts';
import { writeAudit } from '../../../../../store/postgres/audit.ts';
import { newId } from '../../../../../store/postgres/ids.ts';
import type { PackageRow } from '../../../../../store/postgres/packages.ts';
import type { Pool } from '../../../../../store/postgres/pool.ts';
import { insertPublisher, type NewPublisher } from '../../../../../store/postgres/trusted-publishers.ts';
import { isKnownIssuer } from '../../../../identity/oidc/issuers.ts';
import { performerOf } from '../../../../identity/origin.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { clearableText, text } from '../../../fields.ts';
import { getWritablePackage, PackageParams } from '../find.ts';
import { presentPublisher, publishersPath, TrustedPublisher } from './present.ts';

const rule = clearableText(500).transform((value) => value ?? null);

const Request = z
  .object({
    issuer: text(300).min(1).describe('Exactly as the issuer calls itself'),
    subject: rule,
    repository: rule.describe('owner/name of the source repository'),
    workflow_ref: rule.describe('File name of a workflow, its whole path, or that with @ and a reference'),
    environment: rule,
    // refused instead of ignored: a publisher that may do more than asked for would be a trap
    permissions: z.never().optional(),
  })
  .refine(({ subject, repository }) => subject !== null || repository !== null, {
    path: ['repository'],
    message: 'a subject or a repository is needed: without, every build of the issuer could publish',
  });

export function registerCreateTrustedPublisher(app: Routes, deps: ManagementDeps): void {
  app.post(
    publishersPath,
    {
      schema: {
        operationId: 'createTrustedPublisher',
        tags: ['packages'],
        summary: 'Let builds publish a package without a stored token; they act for you',
        security: [{ bearer: [] }],
        params: PackageParams,
        body: Request,
        response: { 201: TrustedPublisher },
      },
    },
    async (request, reply) => {
      const { pkg, actor } = await getWritablePackage(deps, request.actor, request.params, canPublish);
      const { issuer, subject, repository, workflow_ref: workflowRef, environment } = request.body;
      if (!isKnownIssuer(issuer, deps.config.auth.oidcIssuers)) throw unknownIssuer(issuer);
      const rules = { issuer, subject, repository, workflowRef, environment };
      const publisher = { ...rules, id: newId(), packageId: pkg.id, createdBy: actor.userId };
      const createdAt = await create(deps.pool, pkg, publisher, performerOf(request, actor));
      const created = { ...publisher, repositoryOwnerId: null, createdBy: actor.username, createdAt };
      return reply.code(201).send(presentPublisher(created));
    },
  );
}

const unknownIssuer = (issuer: string) =>
  new DomainError(
    'validation_failed',
    `builds of ${issuer} are not trusted here: OIDC_ISSUERS adds issuers`,
    {
      errors: [{ path: 'issuer', code: 'unknown', message: 'not a well-known or configured issuer' }],
    },
  );

/** @throws DomainError `duplicate` */
async function create(
  pool: Pool,
  pkg: PackageRow,
  publisher: NewPublisher,
  performer: Performer,
): Promise<Date> {
  const { id, issuer, subject, repository, workflowRef, environment } = publisher;
  return pool.transaction(async (tx) => {
    const createdAt = await insertPublisher(tx, publisher);
    if (!createdAt) throw new DomainError('duplicate', `${pkg.name} has this trusted publisher already`);
    await writeAudit(tx, {
      action: 'trusted_publisher_create',
      performer,
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      metadata: { publisher_id: id, issuer, subject, repository, workflow_ref: workflowRef, environment },
    });
    return createdAt;
  });
}
