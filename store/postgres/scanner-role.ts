import type { Client } from 'pg';

/**
 * What the scanner does in the database, by table: all that its role is granted. It writes what it found and reads what it
 * judges by. No state of a release is among it: a scanner that was taken over can publish nothing, and can read no password,
 * no session and no secret of a webhook.
 */
const rights: Readonly<Record<string, string>> = {
  // what is scanned, and what it is compared with
  releases: 'select, update (is_prerelease, metadata_bytes, stamp)',
  packages: 'select, update (withheld_at, versions_changed_at)',
  repositories: 'select',
  namespaces: 'select',
  namespace_keys: 'select',
  uploads: 'select, update (metadata, standing, findings, license)',
  staged_files: 'select',
  trusted_publishers: 'select',
  advisories: 'select',
  policies: 'select',
  release_blobs: 'select',
  // what it found
  artifacts: 'select, insert, update (metadata)',
  blobs: 'select, insert, update (touched_at)',
  blob_scans: 'select, insert, update',
  file_standings: 'select, insert, update',
  findings: 'select, insert, update',
  release_bundles: 'select, insert, update',
  release_dependencies: 'select, insert, delete',
  package_dependents: 'insert',
  release_metadata: 'select, insert, update',
  release_scans: 'select, insert, update',
  staged_extracts: 'select, insert, delete',
  // how its work stands, and who hears of it
  jobs: 'select, insert, update',
  audit_log: 'insert',
  mails: 'insert',
  webhook_deliveries: 'insert',
  settings: 'select',
  members: 'select',
  organizations: 'select',
  users: 'select (id, username, is_active, email_verified_at)',
  // `secret` is the digest of a person's token; what signs the messages of organizations is in `sealed_secret`
  webhooks: 'select (id, organization_id, package_id, user_id, ecosystem, events, is_active, secret)',
  // which version this is, and which one the schema is for
  // rows of scanners alone: see the policies of the table
  processes: 'select, insert (id, role, version, renderer_version), update (seen_at, left_at)',
  schema_migrations: 'select',
  // tokens that lie in archives
  tokens:
    'select (id, user_id, token_hash, name, revoked_at, is_given_back, expires_at), update (revoked_at, is_given_back)',
};

/**
 * Gives `role`, which exists, these rights and no others; run after every migration.
 * @throws Error when there is no such role
 */
export async function grantScanner(client: Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  const grants = Object.entries(rights).map(([table, right]) => `grant ${right} on ${table} to ${name}`);
  await client.query('begin');
  try {
    await client.query(`revoke all on all tables in schema public from ${name}`);
    await client.query(`revoke create on schema public from ${name}`);
    for (const grant of grants) await client.query(grant);
    // what changes is numbered
    await client.query(`grant usage on sequence release_stamps to ${name}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
