import type { AuditAction } from '../../../domain/audit.ts';
import { runOf } from '../../support/trusted-publishing.ts';
import { makeCrate, makeSuspiciousCrate } from '../../support/crates.ts';
import { crateOf, orgPath, packagePath, alice, publishNew, findingOf, type Step } from './cast.ts';

export const trust = {
  security_finding_create: {
    by: 'platform',
    isOfOrganization: true,
    do: async (cast) => publishNew(cast, 'leaky', await makeSuspiciousCrate()),
  },
  security_finding_resolve: {
    by: 'alice',
    isOfOrganization: true,
    do: async (cast) =>
      alice(cast, 'PATCH', await findingOf(cast, 'leaky'), {
        is_resolved: true,
        resolution: 'false_positive',
      }),
  },
  security_finding_reopen: {
    by: 'alice',
    isOfOrganization: true,
    do: async (cast) => alice(cast, 'PATCH', await findingOf(cast, 'leaky'), { is_resolved: false }),
  },
  token_auto_revoke: {
    by: 'platform',
    async do(cast) {
      const made = await alice(cast, 'POST', '/v1/tokens', { name: 'leaked', scopes: ['tokens:read'] });
      const files = { 'src/lib.rs': `pub const KEY: &str = "${String(made['token'])}";\n` };
      await publishNew(cast, 'leaked', await makeCrate({ files }));
    },
  },
  trusted_publisher_create: {
    by: 'alice',
    isOfOrganization: true,
    async do(cast) {
      const made = await alice(cast, 'POST', `${packagePath(cast, 'third')}/trusted-publishers`, {
        issuer: cast.world.issuer.url,
        repository: `acme/${crateOf(cast, 'third')}`,
        workflow_ref: 'release.yml',
      });
      cast.kept['publisher'] = String(made['id']);
    },
  },
  trusted_publisher_exchange: {
    // the build itself, which has no account
    by: 'anonymous',
    isOfOrganization: true,
    async do(cast) {
      const run = runOf(`acme/${crateOf(cast, 'third')}`, cast.world.platform.url);
      const jwt = await cast.world.issuer.sign(run);
      await cast.world.ask('POST', '/cargo/api/v1/trusted_publishing/tokens', { body: { jwt } });
    },
  },
  trusted_publisher_delete: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) =>
      alice(cast, 'DELETE', `${packagePath(cast, 'third')}/trusted-publishers/${cast.kept['publisher']}`),
  },
  oidc_issuer_create: {
    by: 'alice',
    isOfOrganization: true,
    async do(cast) {
      const made = await alice(cast, 'POST', `${orgPath(cast)}/oidc-issuers`, {
        issuer: 'https://ci.example.com',
      });
      cast.kept['issuer'] = String(made['id']);
    },
  },
  oidc_issuer_delete: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'DELETE', `${orgPath(cast)}/oidc-issuers/${cast.kept['issuer']}`),
  },
  policy_change: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'PUT', `${orgPath(cast)}/policy`, { min_severity: 'critical' }),
  },
  webhook_create: {
    by: 'alice',
    isOfOrganization: true,
    async do(cast) {
      const made = await alice(cast, 'POST', `${orgPath(cast)}/webhooks`, {
        url: 'https://example.com/hook',
        events: ['member.added'],
      });
      cast.kept['webhook'] = String(made['id']);
    },
  },
  webhook_update: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) =>
      alice(cast, 'PATCH', `${orgPath(cast)}/webhooks/${cast.kept['webhook']}`, { is_active: false }),
  },
  webhook_delete: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'DELETE', `${orgPath(cast)}/webhooks/${cast.kept['webhook']}`),
  },
  export_create: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'GET', `${orgPath(cast)}/audit/export`),
  },
  package_transfer: {
    by: 'alice',
    isOfOrganization: true,
    async do(cast) {
      const crate = await makeCrate();
      cast.kept['given'] = crate.name;
      await cast.world.ask('PUT', '/cargo/api/v1/crates/new', {
        body: crate.body,
        headers: { authorization: cast.token },
      });
      const target_org_slug = cast.org.slug;
      await alice(cast, 'POST', `${packagePath(cast, 'given')}/ownership-transfer`, { target_org_slug });
    },
  },
  package_delete: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'DELETE', packagePath(cast, 'third')),
  },
} satisfies Partial<Record<AuditAction, Step>>;
