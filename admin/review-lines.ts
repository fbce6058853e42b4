import type { Review, ReviewFinding } from '../services/releases/review.ts';

/** A review as text for a terminal: control characters of file names and findings are removed. */
export function linesOf({ reason, files, otherFindings, filesDigest, lostAuthority }: Review): string[] {
  return [
    `held: ${reason ?? 'it is being checked'}`,
    ...files.flatMap(({ filename, sizeBytes, sha256, broughtBy, findings }) => [
      plain(`${filename}  ${sizeBytes} bytes, sha256 ${sha256}, brought by ${broughtBy ?? '-'}`),
      ...findings.map(lineOf),
    ]),
    ...otherFindings.map(lineOf),
    ...lostAuthority.map((why) => plain(`since it was brought: ${why}`)),
    `files: ${filesDigest}`,
  ];
}

function lineOf({ severity, title, path, line }: ReviewFinding): string {
  const place = path === null ? '' : ` (${path}${line === null ? '' : `:${line}`})`;
  return plain(`  ${severity}: ${title}${place}`);
}

function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '');
}
