import { z } from 'zod';
import { EcosystemId } from './ecosystem-id.ts';
import { FindingKind, Severity } from './findings.ts';
import { daysOf, hoursOf } from './limits.ts';
import { policyLimits } from './limits/fields.ts';

const licenses = z
  .array(z.string().trim().min(1).max(policyLimits.licenses.characters))
  .max(policyLimits.licenses.count);

export const RequiredApproval = z.enum(['one_person', 'two_person']);

/** A package of this or another registry that members of the organization should not use. */
export const DeniedPackage = z.strictObject({
  ecosystem: EcosystemId,
  name: z.string().min(1).max(policyLimits['denied packages'].characters),
  /** Each version means all of its platforms, or the one platform that it names. Absent: every version. */
  versions: z
    .array(z.string().min(1).max(policyLimits['denied versions'].characters))
    .min(1)
    .max(policyLimits['denied versions'].count)
    .optional(),
  /** Shown to readers of the package, and for packages of other registries to clients of the policy's repositories. */
  reason: z.string().trim().min(1).max(policyLimits['denial reason'].characters).optional(),
});
export type DeniedPackage = z.infer<typeof DeniedPackage>;

/**
 * Conditions that hold a release until a person approves it, or that refuse an upload. A policy adds to the
 * platform's own holds and removes none. An absent member has no effect.
 */
export const Policy = z.strictObject({
  /** Open findings of this severity or a worse one. */
  min_severity: Severity.optional(),
  finding_kinds: z.array(FindingKind).max(FindingKind.options.length).optional(),
  /**
   * Holds a release without a license, or with a license outside this list. Each part of an SPDX expression is
   * checked separately.
   */
  allowed_licenses: licenses.optional(),
  denied_licenses: licenses.optional(),
  require_signature: z.boolean().optional(),
  require_attestation: z.boolean().optional(),
  /** Jar files need a sources file and a documentation file. */
  require_sources: z.boolean().optional(),
  require_javadoc: z.boolean().optional(),
  /** Maximum total size of all files. */
  max_bytes: z.int().min(1).optional(),
  /** Holds a release with scripts that run at installation, if the previous release had none. */
  new_install_scripts: z.boolean().optional(),
  /** Holds the first release that a person publishes of a package which others have published before. */
  first_release_of_publisher: z.boolean().optional(),
  /** Other people see a release only this many hours after its upload. */
  cool_down_hours: z.int().min(1).max(hoursOf(policyLimits['cool down'])).optional(),
  /** Every release waits for an approval; `two_person`: by a person who uploaded none of its files. */
  require_approval: RequiredApproval.optional(),
  /** Releases of these packages wait, and clients that read filter lists refuse them. */
  denied_packages: z.array(DeniedPackage).max(policyLimits['denied packages'].count).optional(),
  /** In the policy of an organization: other accounts may take names similar to those of its packages. */
  allow_similar_names: z.boolean().optional(),
  /**
   * A file is refused if the first file of its release is older than this, where files are uploaded one by one
   * (Python).
   */
  upload_window_days: z.int().min(1).max(daysOf(policyLimits['upload window'])).optional(),
  /** Versions such as `1.0+cpu` are refused (Python). */
  refuse_local_versions: z.boolean().optional(),
  /** Uploads with stored tokens may contain attestations of the package's trusted publishers (Python). */
  allow_token_attestations: z.boolean().optional(),
});
export type Policy = z.infer<typeof Policy>;

/** The facts that a policy judges. */
export interface PolicyFacts {
  ecosystem: string;
  /** Lookup keys. */
  nameKey: string;
  versionKey: string;
  /** Key of the version of which the release is one platform; null otherwise. */
  variantOf: string | null;
  findings: readonly { kind: FindingKind; severity: Severity }[];
  license: string | null;
  /** The licenses in joining files, if there are any. */
  joiningLicenses?: readonly string[];
  /** Licenses declared outside of `license`, in classifiers or older fields. */
  otherLicenses: readonly string[];
  bytes: number;
  filenames: readonly string[];
  hasSignature: boolean;
  hasAttestation: boolean;
  runsScripts: boolean;
  ranScriptsBefore: boolean;
  /** Whether the release is the first one of its publisher, who is not the package's first publisher. */
  isFirstOfPublisher: boolean;
  uploadedAt: Date;
}

/** Why a policy holds or refuses a release, as text for people. */
export interface Violation {
  rule: keyof Policy;
  message: string;
}

/** Violations in the order of the policy's members. `now`: for the cool-down, which ends by itself. */
export function violationsOf(policy: Policy, facts: PolicyFacts, now: Date): Violation[] {
  const found: Violation[] = [];
  const add = (rule: keyof Policy, message: string) => found.push({ rule, message });
  const { min_severity: worst, finding_kinds: kinds = [], max_bytes: maxBytes } = policy;
  if (worst !== undefined && facts.findings.some(({ severity }) => rank(severity) >= rank(worst))) {
    add('min_severity', `it has an open finding of severity ${worst} or worse`);
  }
  const kind = facts.findings.find((finding) => kinds.includes(finding.kind));
  if (kind) add('finding_kinds', `it has an open finding of the kind ${kind.kind}`);
  const license = findLicenseProblem(policy, facts);
  if (license) found.push(license);
  if (policy.require_signature === true && !facts.hasSignature) add('require_signature', 'it is not signed');
  if (policy.require_attestation === true && !facts.hasAttestation) {
    add('require_attestation', 'it has no attestation of its build');
  }
  const hasJar = facts.filenames.some((name) => name.endsWith('.jar'));
  const lacks = (ending: string) => hasJar && !facts.filenames.some((name) => name.endsWith(ending));
  if (policy.require_sources === true && lacks('-sources.jar')) {
    add('require_sources', 'it came without its sources (-sources.jar)');
  }
  if (policy.require_javadoc === true && lacks('-javadoc.jar')) {
    add('require_javadoc', 'it came without its documentation (-javadoc.jar)');
  }
  if (maxBytes !== undefined && facts.bytes > maxBytes) {
    add('max_bytes', `its files have ${facts.bytes} bytes, which is more than ${maxBytes}`);
  }
  if (policy.new_install_scripts === true && facts.runsScripts && !facts.ranScriptsBefore) {
    add('new_install_scripts', 'it runs scripts at installation, and the release before did not');
  }
  if (policy.first_release_of_publisher === true && facts.isFirstOfPublisher) {
    add('first_release_of_publisher', 'it is the first release of this package by its publisher');
  }
  const cools = coolsUntil(policy, facts.uploadedAt);
  if (cools !== null && now < cools) add('cool_down_hours', `it cools down until ${cools.toISOString()}`);
  const denied = policy.denied_packages?.find((each) => isDenied(each, facts));
  if (denied) add('denied_packages', `it is denied: ${denied.reason ?? 'no reason was given'}`);
  if (policy.require_approval !== undefined) add('require_approval', 'it waits for an approval');
  return found;
}

/** Whether the package and version are denied. Names and versions in policies are lookup keys. */
function isDenied(
  { ecosystem, name, versions }: DeniedPackage,
  facts: Pick<PolicyFacts, 'ecosystem' | 'nameKey' | 'versionKey' | 'variantOf'>,
): boolean {
  const isNamed = ecosystem === facts.ecosystem && name === facts.nameKey;
  const keys = [facts.versionKey, facts.variantOf];
  return isNamed && (versions === undefined || versions.some((each) => keys.includes(each)));
}

const rank = (severity: Severity) => Severity.options.indexOf(severity);

/** The earliest time of visibility of a release that was uploaded at `cameAt`; null if the policy has no cool-down. */
export function coolsUntil({ cool_down_hours: hours }: Policy, cameAt: Date): Date | null {
  return hours === undefined ? null : new Date(cameAt.getTime() + hours * 3_600_000);
}

/** Whether the cool-down is the only obstacle. */
export function endsByItself(violations: readonly Violation[]): boolean {
  return violations.length > 0 && violations.every(({ rule }) => rule === 'cool_down_hours');
}

/**
 * The first problem with the licenses. Every declared license may be denied. If the release states one, other
 * licenses need not be allowed.
 */
function findLicenseProblem(
  { allowed_licenses: allowed, denied_licenses: denied = [] }: Policy,
  { license, joiningLicenses = [], otherLicenses }: PolicyFacts,
): Violation | undefined {
  const own = partsOf(license);
  const joining = joiningLicenses.flatMap(partsOf);
  const others = otherLicenses.flatMap(partsOf);
  const isDeniedPart = among(denied);
  const bad = [...own, ...joining, ...others].find(isDeniedPart);
  if (bad !== undefined) return { rule: 'denied_licenses', message: `the license ${bad} is not allowed` };
  if (allowed === undefined) return undefined;
  const said = own.length === 0 ? others : own;
  if (said.length === 0) return { rule: 'allowed_licenses', message: 'it says no license' };
  const isAllowed = among(allowed);
  const other = [...said, ...joining].find((part) => !isAllowed(part));
  return other === undefined
    ? undefined
    : { rule: 'allowed_licenses', message: `the license ${other} is not one of those allowed` };
}

function among(list: readonly string[]): (name: string) => boolean {
  const keys = new Set(list.map(licenseKey));
  return (name) => keys.has(licenseKey(name));
}

/** One key for the old and new ids of a GNU license: `GPL-3.0` is `GPL-3.0-only`, `GPL-3.0+` is `GPL-3.0-or-later`. */
function licenseKey(name: string): string {
  const key = name.toLowerCase();
  const [, id, plus] = /^((?:a|l)?gpl-[0-9.]{1,9}|gfdl-[0-9.]{1,9})(\+?)$/.exec(key) ?? [];
  if (id === undefined) return key;
  return plus === '+' ? `${id}-or-later` : `${id}-only`;
}

/** The licenses in an SPDX expression; people decide whether all or one of them apply to a user. */
function partsOf(license: string | null): string[] {
  return (license ?? '')
    .slice(0, policyLimits['judged license'].characters)
    .split(/\s+(?:AND|OR|WITH)\s+|[\s()/,;]+/i)
    .filter((part) => part !== '' && !/^(?:and|or|with)$/i.test(part));
}
