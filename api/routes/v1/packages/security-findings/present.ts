import { z } from 'zod';
import { isListed } from '../../../../../domain/access.ts';
import type { Actor } from '../../../../../domain/actor.ts';
import { FindingKind, Resolution, Severity } from '../../../../../domain/findings.ts';
import type { ListedFinding } from '../../../../../services/findings/list.ts';
import { Time, time, timeOrNull } from '../../../fields.ts';

export const Finding = z.object({
  id: z.string(),
  kind: FindingKind,
  severity: Severity,
  title: z.string(),
  description: z.string(),
  advisory_id: z.string().nullable(),
  is_resolved: z.boolean(),
  resolution: Resolution.nullable(),
  note: z.string().nullable(),
  resolved_at: Time.nullable(),
  resolved_by: z.string().nullable(),
  detected_at: Time,
  release_version: z.string(),
  artifact_filename: z.string().nullable(),
  location: z.object({ file: z.string(), line: z.int().nullable() }).nullable(),
});

/**
 * What people wrote down about it, and where a secret stands, is for those who look after the package; names of other
 * packages are for those who see them in a search.
 */
export function presentFinding(
  finding: ListedFinding,
  actor: Actor,
  isInsider: boolean,
): z.infer<typeof Finding> {
  const { file, line, similar } = finding;
  const named = similar && isListed(similar, actor) ? similar : null;
  return {
    id: finding.id,
    kind: finding.kind,
    severity: finding.severity,
    title: named ? `Name close to ${named.name}` : finding.title,
    description: named
      ? `${finding.description} It is ${named.name}, downloaded ${named.downloads} times.`
      : finding.description,
    advisory_id: finding.advisoryId,
    is_resolved: finding.isResolved,
    resolution: finding.resolution,
    note: isInsider ? finding.note : null,
    resolved_at: timeOrNull(finding.resolvedAt),
    resolved_by: finding.resolvedBy,
    detected_at: time(finding.detectedAt),
    release_version: finding.releaseVersion,
    artifact_filename: finding.artifactFilename,
    location: file === null || (finding.kind === 'secrets_exposed' && !isInsider) ? null : { file, line },
  };
}
