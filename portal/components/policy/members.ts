import type { z } from 'zod';
import type { FindingKind, Severity } from '../../../domain/findings.ts';
import { daysOf, hoursOf } from '../../../domain/limits.ts';
import { policyLimits } from '../../../domain/limits/fields.ts';
import type { Policy, RequiredApproval } from '../../../domain/policy.ts';
import type { TextKey } from '../../locales/index.ts';

/** How a member of a policy is shown: each kind has a field and a reader. */
export type Member =
  | { kind: 'flag' }
  /** Yes, no, or unset: the three differ where policies meet. */
  | { kind: 'answer' }
  | { kind: 'number'; most: number }
  | { kind: 'choice'; labels: Readonly<Record<string, TextKey>> }
  | { kind: 'several'; labels: Readonly<Record<string, TextKey>> }
  /** `forEmpty`: name and label of the box that makes an empty list count. */
  | { kind: 'lines'; forEmpty?: { name: string; label: TextKey } }
  | { kind: 'packages' };

const severities: Record<Severity, TextKey> = {
  info: 'packages.severity_info',
  low: 'packages.severity_low',
  medium: 'packages.severity_medium',
  high: 'packages.severity_high',
  critical: 'packages.severity_critical',
};

const findingKinds: Record<FindingKind, TextKey> = {
  vulnerability: 'places.finding_vulnerability',
  malware: 'places.finding_malware',
  policy_violation: 'places.finding_policy_violation',
  secrets_exposed: 'places.finding_secrets_exposed',
  suspicious_install_hook: 'places.finding_suspicious_install_hook',
  archive_bomb: 'places.finding_archive_bomb',
  file_type_anomaly: 'places.finding_file_type_anomaly',
  dependency_confusion: 'places.finding_dependency_confusion',
};

const approvals: Record<z.infer<typeof RequiredApproval>, TextKey> = {
  one_person: 'places.approval_one_person',
  two_person: 'places.approval_two_person',
};

const flag: Member = { kind: 'flag' };

/** Every member of a policy; a new member without a row does not compile. */
export const members: Readonly<Record<keyof Policy, Member>> = {
  min_severity: { kind: 'choice', labels: severities },
  finding_kinds: { kind: 'several', labels: findingKinds },
  allowed_licenses: {
    kind: 'lines',
    forEmpty: { name: 'no_other_licenses', label: 'places.no_other_licenses' },
  },
  denied_licenses: { kind: 'lines' },
  require_signature: flag,
  require_attestation: flag,
  require_sources: flag,
  require_javadoc: flag,
  max_bytes: { kind: 'number', most: Number.MAX_SAFE_INTEGER },
  new_install_scripts: flag,
  first_release_of_publisher: flag,
  cool_down_hours: { kind: 'number', most: hoursOf(policyLimits['cool down']) },
  require_approval: { kind: 'choice', labels: approvals },
  denied_packages: { kind: 'packages' },
  allow_similar_names: flag,
  upload_window_days: { kind: 'number', most: daysOf(policyLimits['upload window']) },
  refuse_local_versions: flag,
  allow_token_attestations: { kind: 'answer' },
};

/** The choice of a list for an unset member. */
export const unset = 'none';

/** Characters of a text area; the members have their own limits. */
export const longestList = 60_000;
