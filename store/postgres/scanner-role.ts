import type { Client } from 'pg';

/**
 * The complete rights of the scanner's role, by table. The scanner writes its findings and reads the facts that it
 * needs. No right covers the state of a release: a compromised scanner can publish nothing, and can read no password,
 * session or webhook secret.
 */
const rights: Readonly<Record<string, string>> = {
  // the files to scan, and the facts to compare with them
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
  // the results
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
  // the state of its work, and the recipients of notifications
  jobs: 'select, insert, update',
  audit_log: 'insert',
  mails: 'insert',
  webhook_deliveries: 'insert',
  settings: 'select',
  members: 'select',
  organizations: 'select',
  users: 'select (id, username, is_active, email_verified_at)',
  // `secret` is the digest of a person's token; the key that signs messages of organizations is in `sealed_secret`
  webhooks: 'select (id, organization_id, package_id, user_id, ecosystem, events, is_active, secret)',
  // the version of this process, and the version of the schema; only rows of scanners: see the policies of the table
  processes: 'select, insert (id, role, version, renderer_version), update (seen_at, left_at)',
  schema_migrations: 'select',
  // leaked tokens found in archives
  tokens:
    'select (id, user_id, token_hash, name, revoked_at, is_given_back, expires_at), update (revoked_at, is_given_back)',
};

/**
 * Grants an existing `role` exactly these rights; run after every migration.
 * @throws Error if the role does not exist
 */
export async function grantScanner(client: Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  const grants = Object.entries(rights).map(([table, right]) => `grant ${right} on ${table} to ${name}`);
  await client.query('begin');
  try {
    await client.query(`revoke all on all tables in schema public from ${name}`);
    await client.query(`revoke create on schema public from ${name}`);
    for (const grant of grants) await client.query(grant);
    // every change takes a number from this sequence
    await client.query(`grant usage on sequence release_stamps to ${name}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
