/** The CLI version of the digests below; go.mod requires the same one. */
export const archivesVersion = 'v1.8.2';

/** SHA-256 of the official archives, from the release (`checksums.txt`). */
const digests: Partial<Record<string, string>> = {
  darwin_amd64: '489d7f5420cae02b559774ac23df035141954c33a51dba96f5759a0ddccdf1b6',
  darwin_arm64: 'dacdc3587682c04cf27e67c8878ca2d755230b6ad63c0c6ebddd7348ae90ed94',
  linux_amd64: 'd8421bda989e6514b4bdb4d63a9012a8a05a806892e881a5aad8510496349a94',
  linux_arm64: '83600a8fac6e3da54093e5da6918d399f501532b9f1172235603f9606f4ac6e4',
};

const machines: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

export interface OfficialArchive {
  /** A tar.gz with the binary inside. */
  url: string;
  /** Hex. */
  sha256: string;
}

/** The official archive for a machine; undefined without an archive or a known digest. */
export function officialArchive(
  version: string,
  platform: NodeJS.Platform,
  arch: NodeJS.Architecture,
): OfficialArchive | undefined {
  const name = `${platform}_${machines[arch]}`;
  const sha256 = version === archivesVersion ? digests[name] : undefined;
  if (sha256 === undefined) return undefined;
  const file = `temporal_cli_${version.slice(1)}_${name}.tar.gz`;
  return { url: `https://github.com/temporalio/cli/releases/download/${version}/${file}`, sha256 };
}
