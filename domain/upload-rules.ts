import type { Policy, Violation } from './policy.ts';

/** The combined upload rules of all policies that apply to a package. */
export interface UploadRules {
  /** The number of days after its first file in which a release accepts further files; null: unlimited. */
  windowDays: number | null;
  refusesLocalVersions: boolean;
  takesTokenAttestations: boolean;
}

/** Combines policies: the shortest window applies, one refusal is enough, and a prohibition overrides a permission. */
export function uploadRulesOf(policies: readonly Policy[]): UploadRules {
  const windows = policies.flatMap(({ upload_window_days: days }) => days ?? []);
  const answers = policies.map((policy) => policy.allow_token_attestations);
  return {
    windowDays: windows.length === 0 ? null : Math.min(...windows),
    refusesLocalVersions: policies.some((policy) => policy.refuse_local_versions === true),
    takesTokenAttestations: answers.includes(true) && !answers.includes(false),
  };
}

/** The release that receives a file. */
export interface SentTo {
  name: string;
  version: string;
  isLocal: boolean;
  /** Null before the first file, or if files may follow at any time. */
  firstFileAt: Date | null;
}

/** Why a file that was sent at `sentAt` is refused; empty if it is accepted. */
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
