import { inputLimits } from './limits/inputs.ts';
import { type Advisory, isAffected, type VersionOrder } from './advisory.ts';
import type { ScanFinding } from './findings.ts';

/** The effect of an advisory on a release of this registry. */
export interface AdvisoryFinding extends Pick<ScanFinding, 'kind' | 'severity' | 'title' | 'description'> {
  advisoryId: string;
}

/** Ids of databases of malicious packages. */
const malwareId = /^MAL-/;

/** The severity of a weakness without a rating. */
const unweighed = 'medium';

const maxText = inputLimits['finding text'].characters;

/** Findings of the advisories that name this version of the package, without duplicates. */
export function advisoryFindings(
  advisories: readonly Advisory[],
  { nameKey, versionKey }: { nameKey: string; versionKey: string },
  order: VersionOrder,
): AdvisoryFinding[] {
  return advisories
    .filter(({ affected }) =>
      affected.some((pkg) => pkg.nameKey === nameKey && isAffected(pkg, versionKey, order)),
    )
    .map(toFinding);
}

function toFinding({ id, aliases, severity, summary, details, url }: Advisory): AdvisoryFinding {
  const isMalware = [id, ...aliases].some((name) => malwareId.test(name));
  const text = (details === '' ? summary : details).slice(0, maxText).toWellFormed();
  return {
    advisoryId: id,
    kind: isMalware ? 'malware' : 'vulnerability',
    severity: isMalware ? 'critical' : (severity ?? unweighed),
    title: summary === '' ? id : `${id}: ${summary}`,
    description: text === '' ? url : `${text}\n\n${url}`,
  };
}
