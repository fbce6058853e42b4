import { factsWith, type JoiningFacts } from '../../domain/joining-facts.ts';
import { endsByItself, type Violation, violationsOf } from '../../domain/policy.ts';
import { findFacts, isFirstOfPerson } from '../../store/postgres/policies/facts.ts';
import { listPoliciesInForce } from '../../store/postgres/policies/policies.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { UploadRow } from '../../store/postgres/releases/uploads.ts';

/** Reasons of a hold. */
export const heldByPolicy = 'policy_hold';
export const coolingDown = 'cooling_down';

/** An opened file that joins a release. */
export interface Joining {
  filename: string;
  upload: Pick<UploadRow, 'sha256' | 'sizeBytes' | 'standing' | 'findings' | 'license' | 'actor'>;
  extracts: readonly { sizeBytes: number }[];
  cameAt: Date;
}

/** Files that become visible together: a release with its joining files, or files that join a visible release. */
export interface Candidate {
  release: { id: string; packageId: string };
  joining: readonly Joining[];
  /** The release is visible already: the joining files are judged together with it. */
  isVisible: boolean;
  /** The repository in which it becomes visible; absent: the package's repository. */
  repositoryId?: string;
}

/** Violations of the policies in force there: those of the repository and of its organization. */
export async function judge(db: Queryable, candidate: Candidate): Promise<Violation[]> {
  const { release, joining, isVisible, repositoryId } = candidate;
  const policies = await listPoliciesInForce(db, release.packageId, repositoryId);
  if (policies.length === 0) return [];
  const facts = await findFacts(db, release.id);
  if (!facts) return [];
  const newcomers: JoiningFacts[] = [];
  for (const file of joining) newcomers.push(await factsOf(db, release.packageId, file));
  const whole = factsWith(facts, newcomers, isVisible);
  const now = new Date();
  return policies.flatMap(({ document }) => violationsOf(document, whole, now));
}

async function factsOf(
  db: Queryable,
  packageId: string,
  { filename, upload, extracts, cameAt }: Joining,
): Promise<JoiningFacts> {
  return {
    filename,
    bytes: extracts.reduce((sum, { sizeBytes }) => sum + sizeBytes, upload.sizeBytes),
    standing: upload.standing,
    findings: upload.findings ?? [],
    license: upload.license,
    isFirstOfUploader: await isFirstOfPerson(db, packageId, upload.actor.userId),
    cameAt,
  };
}

/** The reason of a hold; null without a violation. A decision ends `policy_hold`, time ends a cool-down. */
export async function findPolicyHold(db: Queryable, candidate: Candidate): Promise<string | null> {
  const violations = await judge(db, candidate);
  if (violations.length === 0) return null;
  return endsByItself(violations) ? coolingDown : heldByPolicy;
}
