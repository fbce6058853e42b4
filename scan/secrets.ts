import { sha256Hex } from '../domain/digest.ts';
import { type ScanFinding, Severity } from '../domain/findings.ts';
import { isWellFormedToken } from '../domain/token.ts';
import { isSample } from './context.ts';
import { scanBudget, scanLimits } from './limits.ts';
import type { ScanArchive } from './scan-archive.ts';
import { findPrivateKeys } from './private-keys.ts';
import { secretRules, type SecretRule } from './secret-rules.ts';
import { beginsAsText, entropy, lineAt, searchableText } from './text.ts';
import { createUnsearched } from './unsearched.ts';

/** Incremented if the verdict on the same bytes changes: visible releases are then scanned again. */
export const secretScanner = 'secrets/4';
const maxPerFile = scanLimits['secrets of a file'].count;
const AROUND = 4096;
/** API tokens of this registry; the token table holds their hashes. */
const ownToken = /(?<![A-Za-z0-9_])pub_[0-9a-f]{72}(?![0-9a-f])/g;

export interface SecretsReport {
  findings: ScanFinding[];
  /** SHA-256 (hex) of complete tokens, prefix included, for revocation. */
  leakedTokenHashes: string[];
}

/** Searches text files for credentials. Findings quote at most four characters of a credential. */
export async function scanSecrets(archive: ScanArchive): Promise<SecretsReport> {
  let findings: ScanFinding[] = [];
  const hashes = new Set<string>();
  const unsearched = createUnsearched(secretScanner);
  let budget: number = scanBudget.textTotalBytes;
  for (const { path, size } of archive.entries)
    if (size > scanBudget.textFileBytes && beginsAsText(archive.head(path))) unsearched.add(path);
  await archive.visit(
    () => true,
    scanBudget.textFileBytes,
    (entry, body) => {
      if (body.length > budget) {
        if (beginsAsText(body)) unsearched.add(entry.path);
        return;
      }
      const text = searchableText(body);
      if (text === undefined) return;
      budget -= body.length;
      for (const token of ownTokensIn(text)) hashes.add(sha256Hex(token));
      // all findings of every file: a flood of small ones must not hide a live key
      findings.push(...scanText(entry.path, text));
      if (findings.length > 4 * scanBudget.findings) findings = worst(findings);
    },
  );
  return { findings: [...findings, ...unsearched.findings()], leakedTokenHashes: [...hashes] };
}

/** Complete API tokens of this registry. */
export function ownTokensIn(text: string): readonly string[] {
  return text.match(ownToken) ?? [];
}

function worst(findings: ScanFinding[]): ScanFinding[] {
  const rank = (finding: ScanFinding) => Severity.options.indexOf(finding.severity);
  return findings.toSorted((a, b) => rank(b) - rank(a)).slice(0, scanBudget.findings);
}

/** Credentials in one file. */
export function scanText(file: string, text: string): ScanFinding[] {
  const found = [
    ...ownTokens(text),
    ...privateKeys(text),
    ...secretRules.flatMap((rule) => apply(rule, text)),
  ];
  const first = found.slice(0, maxPerFile);
  const seen = new Set<string>();
  const findings: ScanFinding[] = [];
  for (const { at, title, severity, shown, isOwn } of first) {
    const line = lineAt(text, at);
    if (seen.has(`${title}:${line}`)) continue;
    seen.add(`${title}:${line}`);
    findings.push({
      kind: 'secrets_exposed',
      severity: isOwn ? 'critical' : weighed(severity, file),
      title,
      description: `${title} (${shown}…) in ${file}. Every reader of the package can use it: revoke it and publish without it.`,
      file,
      line,
      scanner: secretScanner,
    });
  }
  return findings;
}

interface Candidate {
  at: number;
  title: string;
  severity: Severity;
  /** At most four characters. */
  shown: string;
  isOwn?: boolean;
}

function ownTokens(text: string): Candidate[] {
  if (!text.includes('pub_')) return [];
  const title = 'Token of this registry';
  return [...text.matchAll(ownToken)]
    .filter((match) => isWellFormedToken(match[0]) && entropy(match[0]) > 2.8)
    .map((match) => ({ at: match.index, title, severity: 'critical', shown: 'pub_', isOwn: true }));
}

function privateKeys(text: string): Candidate[] {
  return findPrivateKeys(text).map(({ at, isEncrypted }) => ({
    at,
    title: isEncrypted ? 'Encrypted private key' : 'Private key',
    severity: isEncrypted ? 'medium' : 'critical',
    shown: '----',
  }));
}

function apply(rule: SecretRule, text: string): Candidate[] {
  if (!rule.hints.some((hint) => text.includes(hint))) return [];
  const found: Candidate[] = [];
  for (const match of text.matchAll(rule.pattern)) {
    const secret = match[1] ?? '';
    if (found.length === maxPerFile) break;
    if (isPlaceholder(secret, rule.minEntropy)) continue;
    const around = text.slice(Math.max(0, match.index - AROUND), match.index + AROUND);
    if (rule.accept?.(secret, around) === false) continue;
    found.push({ at: match.index, title: rule.title, severity: rule.severity, shown: secret.slice(0, 4) });
  }
  return found;
}

/** Documentation contains example keys that match a pattern but are obvious to a reader. */
function isPlaceholder(secret: string, minEntropy: number): boolean {
  if (/example|placeholder|changeme|your[-_]|dummy|x{6}|\*{4}|\.{4}|12345678|abcdefgh/i.test(secret))
    return true;
  return entropy(secret) < minEntropy;
}

function weighed(severity: Severity, file: string): Severity {
  if (!isSample(file)) return severity;
  return severity === 'critical' || severity === 'high' ? 'medium' : 'low';
}
