import type { FindingKind, ScanFinding, Severity } from '../domain/findings.ts';
import { extension } from './context.ts';
import { scanBudget } from './limits.ts';
import type { ScanArchive } from './scan-archive.ts';
import { isTestVirus } from './test-virus.ts';

/** Raised when the same bytes would be judged otherwise: visible releases are looked through again. */
export const typeScanner = 'file-types/3';
const MAX_FINDINGS = 50;
const images: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'ico', 'tiff']);
const activeContent = /<(?:script|iframe|!doctype html|html)[\s>]|<\?php\b/i;

/** Files that contradict their names, and known malware. */
export async function scanFileTypes(archive: ScanArchive): Promise<ScanFinding[]> {
  const findings: ScanFinding[] = [];
  for (const { path } of archive.entries) {
    const head = archive.head(path);
    if (isTestVirus(head)) findings.push(malware(path));
    if (isDisguised(path, head)) findings.push(disguised(path));
    if (findings.length >= MAX_FINDINGS) return findings;
  }
  await archive.visit(
    ({ path }) => extension(path) === 'svg',
    scanBudget.textFileBytes,
    ({ path }, body) => {
      if (isActiveSvg(body.toString('latin1'))) findings.push(activeImage(path));
    },
  );
  return findings.slice(0, MAX_FINDINGS);
}

/** A picture that a careless web server or reader would run as a page or program. */
function isDisguised(path: string, head: Buffer): boolean {
  if (!images.has(extension(path))) return false;
  const start = head.toString('latin1');
  return start.startsWith('#!') || activeContent.test(start);
}

function isActiveSvg(text: string): boolean {
  return /<script[\s>]|<foreignObject[\s>]|\son(?:load|error|click|mouseover)\s{0,8}=|javascript:/i.test(
    text,
  );
}

function malware(file: string): ScanFinding {
  return finding(
    file,
    'malware',
    'critical',
    'Known malware (EICAR test file)',
    'is the standard antivirus test file.',
  );
}

function disguised(file: string): ScanFinding {
  return finding(
    file,
    'file_type_anomaly',
    'medium',
    'Active content in an image',
    'holds a page or script.',
  );
}

function activeImage(file: string): ScanFinding {
  return finding(
    file,
    'file_type_anomaly',
    'low',
    'Script in an SVG image',
    'runs code when a browser opens it.',
  );
}

/** `what` continues the sentence that the file's path begins. */
function finding(
  file: string,
  kind: FindingKind,
  severity: Severity,
  title: string,
  what: string,
): ScanFinding {
  return { kind, severity, title, description: `${file} ${what}`, file, line: null, scanner: typeScanner };
}
