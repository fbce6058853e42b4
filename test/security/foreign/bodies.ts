import type { ManagementOperation } from '../operations.ts';
import { createSigner } from '../../../ecosystems/openpgp/fixtures/signer.ts';
import type { World } from './world.ts';

/** Valid values of required members: a request of invalid form would prove nothing. */
const values: Record<string, unknown> = {
  name: 'Probe',
  slug: 'a-probe',
  role: 'viewer',
  permissions: ['publish'],
  scopes: ['packages:write'],
  message: 'use another',
  reason: 'a reason',
  is_resolved: true,
  resolution: 'false_positive',
  url: 'https://example.com/hook',
  events: ['member.added'],
  issuer: 'https://token.actions.githubusercontent.com',
  repository: 'own/probe',
  workflow_ref: 'release.yml',
  ecosystem: 'npm',
  namespace: 'a-probe',
  version: '1.0.0-own',
  confirmed_username: 'a-person',
};

/** Values for operations that do not accept the usual ones. */
const special: Record<string, Record<string, unknown>> = {
  createOidcIssuer: { issuer: 'https://ci.example.com' },
  createPackage: { name: 'a-probe' },
  addNamespaceKey: { armored: (await createSigner('probe')).publicKey },
  createPendingPublisher: { ecosystem: 'cargo', name: 'a-probe' },
};

/** The required members, and optional ones that make the body a change. */
export function goodBody(operation: ManagementOperation, own: World): object | undefined {
  if (!operation.body) return undefined;
  const { required, properties } = operation.body;
  const optional = ['description', 'repository', 'workflow_ref', 'resolution'].filter(
    (name) => name in properties,
  );
  const all: Record<string, unknown> = {
    description: 'changed',
    username: own.paths['members/username'],
    username_or_email: own.paths['members/username'],
    target_org_slug: own.paths['orgs/slug'],
    repository_slug: own.members['repository_slug'],
    ...values,
    ...special[operation.id],
  };
  return Object.fromEntries([...required, ...optional].map((name) => [name, all[name]]));
}
