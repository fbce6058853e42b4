import { randomBytes } from 'node:crypto';
import { publishCrate } from './cargo.ts';
import { type Crate, makeCrate } from './crates.ts';
import { query } from './database.ts';
import type { TestUser, SharedPlatform } from './platform.ts';
import { approval } from './reviewing.ts';

/** A release of a crate from its row, with the audited actions on it. */
export interface HeldFacts {
  releaseId: string;
  packageId: string;
  uploadId: string;
  workflowId: string;
  publisher: string;
  sha256: string;
  state: string;
  reason: string | null;
  hasUpload: boolean;
  /** Actions on the release with the name of their user, in order. */
  audit: string[];
}

export async function findHeld(platform: SharedPlatform, crate: Crate): Promise<HeldFacts | undefined> {
  const [facts] = await query<HeldFacts>(
    platform.databaseUrl,
    `select releases.id as "releaseId", releases.package_id as "packageId", releases.upload_id as "uploadId",
       releases.workflow_id as "workflowId", releases.published_by as publisher, releases.upload_sha256 as sha256,
       releases.state, releases.status_reason as reason,
       exists (select from uploads where uploads.id = releases.upload_id) as "hasUpload",
       array(select audit_log.action || ' by ' || coalesce(users.username, 'no user')
         from audit_log left join users on users.id = audit_log.actor_user_id
         where audit_log.target_release_id = releases.id order by audit_log.id) as audit
     from releases join packages on packages.id = releases.package_id
     where packages.name = $1 and releases.version = $2`,
    [crate.name, crate.version],
  );
  return facts;
}

export async function manage(
  platform: SharedPlatform,
  bearer: string,
  path: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown>; location: string | null }> {
  const response = await fetch(`${platform.url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: answer, location: response.headers.get('location') };
}

/** A person's decision on a crate's release, with the current files: `approve`, `reject` or `hold`. */
export async function judge(platform: SharedPlatform, person: TestUser, crate: Crate, verb: string) {
  const path = `/packages/cargo/${crate.name}/releases/${crate.version}`;
  const reason = { reason: 'looked at' };
  const body =
    verb === 'approve' ? await approval(`${platform.url}/v1${path}`, person.session, reason) : reason;
  return manage(platform, person.session, `${path}/${verb}`, body);
}

/** Publishes a crate into a new staging repository, where it waits only for an approval. */
export async function stageCrate(platform: SharedPlatform, owner: TestUser): Promise<Crate> {
  const slug = `staging-${randomBytes(5).toString('hex')}`;
  await manage(platform, owner.session, '/repositories', { slug, name: 'Staging', kind: 'staging' });
  const crate = await makeCrate();
  const response = await fetch(`${platform.url}/cargo/r/${slug}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(crate.body),
  });
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
  return crate;
}

/** Publishes a crate, which its owner then hides. */
export async function holdCrate(platform: SharedPlatform, owner: TestUser): Promise<Crate> {
  const crate = await makeCrate();
  const { status, text } = await publishCrate(platform, crate, owner.token);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  const held = await judge(platform, owner, crate, 'hold');
  if (held.status !== 200) throw new Error(`${held.status}: ${JSON.stringify(held.body)}`);
  return crate;
}
