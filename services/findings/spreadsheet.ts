import type { FindingInPackage } from './each-of-organization.ts';

export const findingColumns = [
  'id',
  'ecosystem',
  'package',
  'version',
  'kind',
  'severity',
  'title',
  'advisory_id',
  'file',
  'path',
  'line',
  'detected_at',
  'is_resolved',
  'resolution',
  'note',
  'resolved_by',
  'resolved_at',
];

/** Findings as rows of a spreadsheet with {@link findingColumns}. */
export async function* findingRows(
  findings: AsyncIterable<FindingInPackage>,
): AsyncGenerator<Record<string, string | number | null>> {
  for await (const finding of findings) {
    yield {
      id: finding.id,
      ecosystem: finding.ecosystem,
      package: finding.packageName,
      version: finding.releaseVersion,
      kind: finding.kind,
      severity: finding.severity,
      title: finding.title,
      advisory_id: finding.advisoryId,
      file: finding.artifactFilename,
      path: finding.file,
      line: finding.line,
      detected_at: finding.detectedAt.toISOString(),
      is_resolved: String(finding.isResolved),
      resolution: finding.resolution,
      note: finding.note,
      resolved_by: finding.resolvedBy,
      resolved_at: finding.resolvedAt?.toISOString() ?? null,
    };
  }
}
