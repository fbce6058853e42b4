import { DomainError } from '../domain/errors.ts';
import type { TrustAnchors } from '../domain/file-proof.ts';
import type { FileStanding } from '../domain/file-standing.ts';
import type { AttestedFile } from '../domain/publication.ts';
import { agrees } from '../domain/trusted-publisher.ts';
import type { Format } from '../ecosystems/format.ts';
import { listPublishers } from '../store/postgres/identity/trusted-publishers.ts';
import { listTrustedKeys } from '../store/postgres/packages/namespace-keys.ts';
import type { Pool } from '../store/postgres/pool.ts';

/** Returns the trust anchors of a release with signatures; empty for a release without signatures. */
export async function trustFor(
  { pool, sigstoreRoot }: { pool: Pool; sigstoreRoot: string | null },
  release: { ecosystem: Format; packageId: string; name: string; files: readonly { kind: string }[] },
): Promise<{ trust?: TrustAnchors }> {
  const { ecosystem, packageId, name, files } = release;
  const kinds = new Set(files.map(({ kind }) => kind));
  if (!kinds.has('signature') && !kinds.has('attestation')) return {};
  const namespaces = ecosystem.namespaces.of(ecosystem.names.canonical(name));
  const openPgpKeys = kinds.has('signature')
    ? await listTrustedKeys(pool, { packageId, ecosystem: ecosystem.id, namespaces })
    : [];
  return { trust: { openPgpKeys, sigstoreRoot } };
}

type Standings = Readonly<Record<string, FileStanding>>;

/**
 * Returns the standings of the files for policies. A build that signed a file must be a trusted publisher of the
 * package; a person is not one. Without trusted publishers an attestation proves nothing and is removed.
 * @throws DomainError `policy_violation`
 */
export async function judgeBuilds(
  pool: Pool,
  { packageId, name }: { packageId: string; name: string },
  { builds = [], standings }: { builds?: readonly AttestedFile[]; standings: Standings },
): Promise<Standings> {
  if (builds.length === 0) return standings;
  const publishers = await listPublishers(pool, packageId);
  if (publishers.length === 0) return withoutAttestations(standings);
  for (const { filename, build } of builds) {
    if (build !== null && publishers.some((publisher) => agrees(publisher, build))) continue;
    const who = build === null ? 'signed by a person' : `of a build of ${build.repository ?? build.issuer}`;
    throw new DomainError(
      'policy_violation',
      `${filename} is ${who}, which is no trusted publisher of ${name}`,
    );
  }
  return standings;
}

function withoutAttestations(standings: Standings): Standings {
  const left = Object.entries(standings).map(([filename, { build: _foreign, ...standing }]) => {
    const vouchers = standing.vouchers.filter((voucher) => voucher !== 'attestation');
    return [filename, { ...standing, vouchers }] as const;
  });
  return Object.fromEntries(left);
}
