import type { ArchiveEntry } from '../domain/archive.ts';
import type { ScanFinding, Severity } from '../domain/findings.ts';
import { placeKey, plainPath } from '../domain/place-key.ts';
import { innerKey } from './context.ts';
import { hookRules, payloadPairs, payloadPatterns } from './hook-rules.ts';
import { scanBudget, scanLimits } from './limits.ts';
import type { ScanArchive } from './scan-archive.ts';
import { lineAt, searchableText } from './text.ts';

/** Incremented if the verdict on the same bytes changes: visible releases are then scanned again. */
export const hookScanner = 'hooks/2';
const maxFindings = scanLimits['findings of a kind'].count;

/** Findings for code that runs at installation or at a build with the package, before any call of its functions. */
export async function scanHooks(archive: ScanArchive): Promise<ScanFinding[]> {
  const build = await findBuildScript(archive);
  const findings: ScanFinding[] = [...build.findings];

  function inspect(path: string, text: string): void {
    const inner = innerKey(archive, path);
    if (findings.length >= maxFindings) return;
    if (inner === build.script) findings.push(hook(path, 'info', 'Runs a build script'));
    for (const rule of hookRules) {
      if (!rule.path.test(inner) || rule.when?.test(text) === false) continue;
      findings.push(hook(path, rule.severity, rule.title));
    }
    const at = payloadAt(text);
    if (at !== undefined) findings.push(payload(path, lineAt(text, at)));
  }

  function isHook({ path }: ArchiveEntry): boolean {
    const inner = innerKey(archive, path);
    return inner === build.script || hookRules.some((rule) => rule.path.test(inner));
  }

  for (const entry of archive.entries) {
    if (entry.size > scanBudget.hookFileBytes && isHook(entry)) findings.push(tooLarge(entry.path));
  }
  await archive.visit(isHook, scanBudget.hookFileBytes, ({ path }, body) =>
    inspect(path, searchableText(body) ?? ''),
  );
  return findings;
}

interface BuildScript {
  /** The key of the script's path in the package. */
  script: string | undefined;
  findings: ScanFinding[];
}

/**
 * Cargo's rules: `build = "x.rs"` names the script, `build = false` disables it; by default `build.rs` is the script.
 */
async function findBuildScript(archive: ScanArchive): Promise<BuildScript> {
  const manifest = `${archive.facts.root}Cargo.toml`;
  let text: string | undefined;
  await archive.visit(
    ({ path }) => path === manifest,
    scanBudget.textFileBytes,
    (_, body) => {
      text = body.toString('utf8');
    },
  );
  if (text === undefined) return { script: undefined, findings: [] };
  const isMacro = /^[ \t]{0,8}proc[-_]macro[ \t]{0,8}=[ \t]{0,8}true\b/m.test(text);
  const findings = isMacro ? [hook(manifest, 'info', 'Runs as a compiler plug-in')] : [];
  const named = /^[ \t]{0,8}build[ \t]{0,8}=[ \t]{0,8}(?:"([^"\n]{1,255})"|'([^'\n]{1,255})'|(false))/m.exec(
    text,
  );
  if (named?.[3] !== undefined) return { script: undefined, findings };
  const script = named?.[1] ?? named?.[2] ?? 'build.rs';
  return { script: placeKey(plainPath(script)), findings };
}

function payloadAt(text: string): number | undefined {
  for (const pattern of payloadPatterns) {
    const match = pattern.exec(text);
    if (match !== null) return match.index;
  }
  for (const [fetches, runs] of payloadPairs) {
    const match = fetches.exec(text);
    if (match !== null && runs.test(text)) return match.index;
  }
  return undefined;
}

function hook(file: string, severity: Severity, title: string): ScanFinding {
  const description = `${file} is executed on each machine that installs or builds the package.`;
  return {
    kind: 'suspicious_install_hook',
    severity,
    title,
    description,
    file,
    line: null,
    scanner: hookScanner,
  };
}

function tooLarge(file: string): ScanFinding {
  return hook(file, 'high', 'Runs a script too large to inspect');
}

function payload(file: string, line: number): ScanFinding {
  return {
    kind: 'suspicious_install_hook',
    severity: 'high',
    title: 'Fetches or unpacks a program and runs it',
    description: `${file} runs by itself and starts code that is not part of the package or is hidden in it.`,
    file,
    line,
    scanner: hookScanner,
  };
}
