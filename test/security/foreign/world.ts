import { randomBytes, randomUUID } from 'node:crypto';
import { createSigner } from '../../../ecosystems/openpgp/fixtures/signer.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow, type Management, type Person, seedCrate } from '../../support/management.ts';

/** An organization with at least one of each thing that has an id, and its names in paths and bodies. */
export interface World {
  owner: Person;
  session: string;
  /** Values by the noun and name of a placeholder, see `placeholdersOf`. */
  paths: Record<string, string>;
  /** Values by the name of a member in a body or query. */
  members: Record<string, unknown>;
  /** Words that occur nowhere else: an answer that contains one reveals something of this organization. */
  secrets: string[];
}

/** Missing values with the spelling of those of {@link createWorld}. */
export function nowhere({ paths, members }: World): Pick<World, 'paths' | 'members'> {
  const gone = (value: unknown): unknown => {
    if (typeof value === 'string' && /^[0-9A-F]{40}$/.test(value))
      return randomBytes(20).toString('hex').toUpperCase();
    if (typeof value !== 'string') return { ecosystem: 'cargo', name: 'nothing-there' };
    return /^[0-9a-f]{8}-/.test(value) ? randomUUID() : 'nothing-there';
  };
  const kept = new Set(['ecosystem', 'package-access/ecosystem', 'packages/ecosystem', 'cleanup/what']);
  const all = (values: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, kept.has(key) ? value : gone(value)]),
    );
  return { paths: all(paths) as Record<string, string>, members: all(members) };
}

export async function createWorld(api: Management, slug: string): Promise<World> {
  const [owner, member, guest] = await Promise.all([
    api.createPerson(`${slug}-owner`),
    api.createPerson(`${slug}-member`),
    api.createPerson(`${slug}-guest`),
  ]);
  const session = await api.createSession(owner.id);
  const make = async (path: string, body: object, method = 'POST'): Promise<Record<string, unknown>> => {
    const answer = await api.call(method as 'POST', path, { token: session, body });
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const org = `/v1/orgs/${slug}`;
  const { id: orgId } = await make('/v1/orgs', { name: `${slug} Incorporated`, slug });
  await make(`${org}/members`, { username: member.username, role: 'publisher' });
  const vault = { name: `${slug} vault`, slug: `${slug}-vault`, kind: 'private', owner_org_slug: slug };
  const { id: repositoryId } = await make('/v1/repositories', vault);
  await make('/v1/repositories', {
    name: `${slug} releases`,
    slug: `${slug}-releases`,
    kind: 'release',
    visibility: 'private',
    owner_org_slug: slug,
  });
  const seeded = await seedCrate(api, {
    repositoryId: String(repositoryId),
    name: `${slug}-secret`,
    visibility: 'private',
    description: `${slug}-description`,
    releases: [
      { version: `1.0.0-${slug}`, findings: [{ kind: 'vulnerability', severity: 'high' }] },
      { version: `2.0.0-${slug}`, state: 'quarantine', statusReason: 'awaiting_approval' },
    ],
  });
  const team = { name: `${slug} core`, slug: `${slug}-core` };
  await make(`${org}/teams`, team);
  await make(`${org}/teams/${team.slug}/members`, { username: member.username });
  const permissions = { permissions: ['publish'] };
  const claim = await make('/v1/namespaces', { ecosystem: 'npm', namespace: slug, owner_org_id: orgId });
  const { publicKey: armored } = await createSigner(slug);
  const key = await make(`/v1/namespaces/${String(claim['id'])}/keys`, { armored });
  const access = `${org}/teams/${team.slug}`;
  await make(`${access}/repository-access/${vault.slug}`, permissions, 'PUT');
  await make(`${access}/package-access/cargo/${slug}-secret`, permissions, 'PUT');
  await make(`${access}/namespace-access/${String(claim['id'])}`, { permissions: ['admin'] }, 'PUT');
  const invitation = await make(`${org}/invitations`, { username_or_email: guest.username });
  const hook = await make(`${org}/webhooks`, {
    url: `https://${slug}.example.com/hook`,
    events: ['member.added'],
  });
  const issuer = await make(`${org}/oidc-issuers`, { issuer: `https://ci.${slug}.example.com` });
  const rules = {
    issuer: 'https://token.actions.githubusercontent.com',
    repository: `${slug}/secret`,
    workflow_ref: 'release.yml',
  };
  const pending = await make(`${org}/pending-publishers`, {
    ...rules,
    ecosystem: 'cargo',
    name: `${slug}-later`,
  });
  const publisher = await make(`${seeded.url}/trusted-publishers`, rules);
  const token = await make('/v1/tokens', { name: `${slug} token`, scopes: ['packages:write'] });
  await make(`${seeded.url}/tags/${slug}-tag`, { version: `1.0.0-${slug}` }, 'PUT');
  const delivery = await addDelivery(api, String(hook['id']), slug);
  const job = await addJob(api, seeded.id);
  const heldFile = await addHeldFile(api, seeded.id, { ...owner, slug });
  const sessions = await api.call('GET', '/v1/auth/sessions', { token: session });
  const mine = (sessions.body['sessions'] as { id: string }[])[0]?.id ?? '';
  return {
    owner,
    session,
    paths: {
      'users/username': owner.username,
      'users/id': owner.id,
      'orgs/slug': slug,
      'members/username': member.username,
      'teams/team': team.slug,
      'invitations/id': String(invitation['id']),
      'org-invitations/id': String(invitation['id']),
      'webhooks/id': String(hook['id']),
      'deliveries/delivery_id': delivery,
      'oidc-issuers/id': String(issuer['id']),
      'pending-publishers/id': String(pending['id']),
      'repositories/slug': vault.slug,
      'repository-access/repository_slug': vault.slug,
      'package-access/ecosystem': 'cargo',
      'package-access/name': `${slug}-secret`,
      'packages/ecosystem': 'cargo',
      'packages/name': `${slug}-secret`,
      'releases/version': `1.0.0-${slug}`,
      'artifacts/filename': `${slug}-secret-1.0.0-${slug}.crate`,
      'tags/tag': `${slug}-tag`,
      'held-files/file': heldFile,
      'security-findings/id': seeded.findingIds[0] ?? '',
      'trusted-publishers/id': String(publisher['id']),
      'namespaces/id': String(claim['id']),
      'keys/fingerprint': String(key['fingerprint']),
      'namespace-access/claim_id': String(claim['id']),
      'tokens/id': String(token['id']),
      'sessions/id': mine,
      'jobs/id': job,
      'cleanup/what': 'expired',
    },
    members: {
      owner_org_slug: slug,
      target_org_slug: slug,
      org_slug: slug,
      owner_org_id: orgId,
      owner_user_id: owner.id,
      token_id: String(token['id']),
      repository_slug: `${slug}-releases`,
      package: { ecosystem: 'cargo', name: `${slug}-secret` },
      // values of list filters
      org: slug,
      repository: vault.slug,
      team_slug: team.slug,
      actor_user_id: owner.id,
      target_org_id: orgId,
      target_package_id: seeded.id,
    },
    secrets: [
      `${slug}-secret`,
      `${slug}-description`,
      `${slug}-core`,
      `${slug}-vault`,
      `${slug}.example.com`,
      seeded.id,
    ],
  };
}

async function addDelivery({ pool }: Management, webhookId: string, slug: string): Promise<string> {
  const id = newId();
  await pool.query(sql.unsafe`
    insert into webhook_deliveries (id, webhook_id, event, body, status)
    values (${id}, ${webhookId}, 'member.added', ${sql.jsonb({ organization: slug })}, 'failed')`);
  return id;
}

/** Adds a job that publishes the organization's package. */
async function addJob({ pool }: Management, packageId: string): Promise<string> {
  const { id } = await pool.one(sql.type(AnyRow)`
    insert into jobs (id, kind, status, workflow_id, run_id, payload)
    values (${newId()}, 'publish_release', 'failed', ${randomUUID()}, ${randomUUID()}, ${sql.jsonb({ packageId })})
    returning id`);
  return String(id);
}

/** Adds a file to the visible release that waits for its own decision. */
async function addHeldFile(
  { pool }: Management,
  packageId: string,
  { id: userId, username, slug }: Pick<Person, 'id' | 'username'> & { slug: string },
): Promise<string> {
  const id = newId();
  const unbound = { tokenId: null, boundRepositoryId: null, boundPackageId: null, repositorySlug: null };
  const actor = {
    userId,
    username,
    ...unbound,
    ipAddress: null,
    userAgent: null,
    scopes: ['packages:write'],
    isExchanged: false,
  };
  const declared = { name: `${slug}-secret`, version: `1.0.0-${slug}`, metadata: {} };
  const sha256 = sha256Hex(id);
  await pool.query(sql.unsafe`
    insert into uploads (id, ecosystem, size_bytes, sha256, sha512, sha1, md5, declared, actor, purpose, expires_at)
    values (${id}, 'cargo', 3, ${sha256}, 'a', 'b', 'c', ${sql.jsonb(declared)}, ${sql.jsonb(actor)},
      ${sql.jsonb({ kind: 'publish' })}, now() + interval '1 day')`);
  await pool.query(sql.unsafe`
    insert into staged_files (upload_id, release_id, kind, filename, content_type, sha256, staged_by, held_for)
    select ${id}, releases.id, 'extra', ${`${slug}-secret.extra`}, 'application/octet-stream', ${sha256}, ${userId},
      'awaiting_approval'
    from releases where releases.package_id = ${packageId} and releases.version = ${`1.0.0-${slug}`}`);
  return id;
}
