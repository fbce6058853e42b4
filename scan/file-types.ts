import type { FindingKind, ScanFinding, Severity } from '../domain/findings.ts';
import { extension } from './context.ts';
import { scanBudget, scanLimits } from './limits.ts';
import type { ScanArchive } from './scan-archive.ts';
import { isTestVirus } from './test-virus.ts';

/** Incremented if the verdict on the same bytes changes: visible releases are then scanned again. */
export const typeScanner = 'file-types/3';
const maxFindings = scanLimits['findings of a kind'].count;
const images: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'ico', 'tiff']);
const activeContent = /<(?:script|iframe|!doctype html|html)[\s>]|<\?php\b/i;

/** Findings for files that contradict their names, and for known malware. */
export async function scanFileTypes(archive: ScanArchive): Promise<ScanFinding[]> {
  const findings: ScanFinding[] = [];
  for (const { path } of archive.entries) {
    const head = archive.head(path);
    if (isTestVirus(head)) findings.push(malware(path));
    if (isDisguised(path, head)) findings.push(disguised(path));
    if (findings.length >= maxFindings) return findings;
  }
  await archive.visit(
    ({ path }) => extension(path) === 'svg',
    scanBudget.textFileBytes,
    ({ path }, body) => {
      if (isActiveSvg(body.toString('latin1'))) findings.push(activeImage(path));
    },
  );
  return findings.slice(0, maxFindings);
}

/** Whether a file with a picture's name could run as a page or program on a careless web server or reader. */
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

/** `what` continues the sentence after the file's path. */
function finding(
  file: string,
  kind: FindingKind,
  severity: Severity,
  title: string,
  what: string,
): ScanFinding {
  return { kind, severity, title, description: `${file} ${what}`, file, line: null, scanner: typeScanner };
}
