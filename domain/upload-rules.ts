import type { Policy, Violation } from './policy.ts';

/** The combined rules of all policies over a package for its uploads. */
export interface UploadRules {
  /** The number of days after its first file in which a release takes others; null: unlimited. */
  windowDays: number | null;
  refusesLocalVersions: boolean;
  takesTokenAttestations: boolean;
}

/** The shortest window counts, one refusal is enough, and one that forbids outweighs one that allows. */
export function uploadRulesOf(policies: readonly Policy[]): UploadRules {
  const windows = policies.flatMap(({ upload_window_days: days }) => days ?? []);
  const answers = policies.map((policy) => policy.allow_token_attestations);
  return {
    windowDays: windows.length === 0 ? null : Math.min(...windows),
    refusesLocalVersions: policies.some((policy) => policy.refuse_local_versions === true),
    takesTokenAttestations: answers.includes(true) && !answers.includes(false),
  };
}

/** A release for which a file comes. */
export interface SentTo {
  name: string;
  version: string;
  isLocal: boolean;
  /** Null where none has come, or where files may follow whenever they like. */
  firstFileAt: Date | null;
}

/** Why a file that was sent at `sentAt` is refused; empty where it is accepted. */
export function refusalsOf(rules: UploadRules, release: SentTo, sentAt: Date): Violation[] {
  const { name, version, isLocal, firstFileAt } = release;
  const { windowDays: days } = rules;
  const found: Violation[] = [];
  if (firstFileAt !== null && days !== null && sentAt.getTime() - firstFileAt.getTime() > days * dayMs) {
    const window = days === 1 ? '1 day' : `${days} days`;
    const first = `its first file came on ${firstFileAt.toISOString().slice(0, 10)}`;
    const message = `${name} ${version} takes no more files: ${first}, and its policy lets others follow for ${window}`;
    found.push({ rule: 'upload_window_days', message });
  }
  if (isLocal && rules.refusesLocalVersions) {
    const message = `${version} is a local version, and the policy of ${name} refuses these`;
    found.push({ rule: 'refuse_local_versions', message });
  }
  return found;
}

const dayMs = 86_400_000;
