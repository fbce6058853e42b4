import type { FileStanding, Voucher } from './file-standing.ts';
import type { FindingKind, Severity } from './findings.ts';
import type { PolicyFacts } from './policy.ts';

/** Facts for policies about a file that will join a release. */
export interface JoiningFacts {
  filename: string;
  /** The size, with the files that are extracted from it. */
  bytes: number;
  /** Null: the file has no vouchers and runs no scripts. */
  standing: FileStanding | null;
  findings: readonly { kind: FindingKind; severity: Severity }[];
  license: string | null;
  /** Whether its uploader has no release of the package yet, while other users have. */
  isFirstOfUploader: boolean;
  cameAt: Date;
}

/**
 * The facts of the release with the joining files. Published files of a visible release were judged before: vouchers,
 * install scripts and times are those of the joining files.
 */
export function factsWith(
  facts: PolicyFacts,
  joining: readonly JoiningFacts[],
  isVisible: boolean,
): PolicyFacts {
  if (joining.length === 0) return facts;
  const isVouchedFor = (voucher: Voucher) =>
    joining.every(({ standing }) => standing?.vouchers.includes(voucher) === true);
  const runsScripts = joining.some(({ standing }) => (standing?.installScripts ?? 0) > 0);
  const lastCame = Math.max(...joining.map(({ cameAt }) => cameAt.getTime()));
  return {
    ...facts,
    findings: [...facts.findings, ...joining.flatMap(({ findings }) => findings)],
    joiningLicenses: joining.flatMap(({ license }) => license ?? []),
    otherLicenses: [...facts.otherLicenses, ...joining.flatMap(({ standing }) => standing?.licenses ?? [])],
    bytes: joining.reduce((sum, { bytes }) => sum + bytes, facts.bytes),
    filenames: [...facts.filenames, ...joining.map(({ filename }) => filename)],
    hasSignature: (isVisible || facts.hasSignature) && isVouchedFor('signature'),
    hasAttestation: (isVisible || facts.hasAttestation) && isVouchedFor('attestation'),
    runsScripts: (!isVisible && facts.runsScripts) || runsScripts,
    ranScriptsBefore: facts.ranScriptsBefore || (isVisible && facts.runsScripts),
    isFirstOfPublisher:
      (!isVisible && facts.isFirstOfPublisher) || joining.some(({ isFirstOfUploader }) => isFirstOfUploader),
    uploadedAt: new Date(isVisible ? lastCame : Math.max(lastCame, facts.uploadedAt.getTime())),
  };
}
