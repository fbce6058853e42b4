import { DomainError } from '../../domain/errors.ts';
import type { Release } from '../../domain/release.ts';
import { refusalsOf, type SentTo, type UploadRules, uploadRulesOf } from '../../domain/upload-rules.ts';
import type { Format } from '../../ecosystems/format.ts';
import { listPoliciesOf } from '../../store/postgres/policies/policies.ts';
import type { Queryable } from '../../store/postgres/pool.ts';

type Rules = Pick<Format, 'versions' | 'laterFiles'>;

/** A release that receives a file. */
export interface Receiving {
  packageId: string;
  name: string;
  version: string;
  /** Null before the first file. */
  firstFileAt: Date | null;
}

/** The rules for uploads to a package, of the policies of its organization and its repository. */
export async function findUploadRules(db: Queryable, packageId: string): Promise<UploadRules> {
  const policies = await listPoliciesOf(db, packageId);
  return uploadRulesOf(policies.map(({ document }) => document));
}

/** Reads the policies only when one could refuse the file. @throws DomainError `policy_violation` */
export async function assertTaken(
  db: Queryable,
  ecosystem: Rules,
  { packageId, ...release }: Receiving,
): Promise<void> {
  const sentTo = asSentTo(ecosystem, release);
  if (!sentTo.isLocal && sentTo.firstFileAt === null) return;
  const [refusal] = refusalsOf(await findUploadRules(db, packageId), sentTo, new Date());
  if (refusal) throw new DomainError('policy_violation', refusal.message);
}

/** Reduces the facts to those of the ecosystem: most have neither local versions nor upload windows. */
export function asSentTo(
  { versions, laterFiles }: Rules,
  { name, version, firstFileAt }: Omit<Receiving, 'packageId'>,
): SentTo {
  const isBounded = laterFiles === 'as policies say';
  return { name, version, isLocal: versions.isLocal(version), firstFileAt: isBounded ? firstFileAt : null };
}

/** The upload time of the first file of an existing release. */
export function firstFileOf({ artifacts, uploadedAt }: Pick<Release, 'artifacts' | 'uploadedAt'>): Date {
  return earliest(artifacts.map((file) => file.uploadedAt)) ?? uploadedAt;
}

export function earliest(times: readonly Date[]): Date | null {
  const [first = null] = times.toSorted((a, b) => a.getTime() - b.getTime());
  return first;
}
