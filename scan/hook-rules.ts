import type { Severity } from '../domain/findings.ts';

/** A file that a package manager or build runs on the user's machine without consent. */
export interface HookRule {
  /** Matches the lower-case path inside the package. */
  path: RegExp;
  severity: Severity;
  title: string;
  /** Reports only if the text matches; if absent, always. */
  when?: RegExp;
}

export const hookRules: readonly HookRule[] = [
  {
    path: /^tools\/(?:.{1,64}\/)?(?:init|install|uninstall)\.ps1$/,
    severity: 'medium',
    title: 'Runs a script on install',
  },
  {
    path: /^build(?:transitive|multitargeting|crosstargeting)?\/.{1,255}\.(?:targets|props)$/,
    severity: 'medium',
    title: 'Runs commands during a build',
    when: /<(?:Exec|UsingTask|DownloadFile)[\s>]/i,
  },
];

/**
 * Contents that download and run a program, or hide their commands. Each pattern matches one bounded stretch of text.
 */
export const payloadPatterns: readonly RegExp[] = [
  /\b(?:curl|wget)\b[^\n|]{0,300}\|[ \t]{0,3}(?:sudo[ \t]{1,3})?(?:ba|z|da|k)?sh\b/i,
  /\b(?:ba)?sh\b[^\n]{0,40}<\([ \t]{0,3}(?:curl|wget)\b/i,
  /\b(?:ba)?sh -c ["'][^\n]{0,20}\$\((?:curl|wget)\b/i,
  /\b(?:iex|invoke-expression)\b[^\n]{0,200}(?:downloadstring|invoke-webrequest|invoke-restmethod|\biwr\b|\birm\b)/i,
  /(?:downloadstring|invoke-webrequest|invoke-restmethod|\biwr\b|\birm\b)[^\n]{0,300}\|[ \t]{0,3}(?:iex|invoke-expression)\b/i,
  /\bpowershell(?:\.exe)?\b[^\n]{0,200}[ "'-]-?e(?:nc|ncodedcommand)\b/i,
  /\b(?:iex|invoke-expression|assembly\]?::load)\b[^\n]{0,200}frombase64string/i,
  /\bbase64[ \t]{1,3}(?:-d|--decode)\b[^\n|]{0,200}\|[ \t]{0,3}(?:ba|z|da)?sh\b/i,
  /\bcertutil\b[^\n]{0,100}-urlcache/i,
  /\bbitsadmin\b[^\n]{0,100}\/transfer/i,
  /\bmshta\b[^\n]{0,20}https?:/i,
  /\/dev\/tcp\/[0-9a-z.]{1,64}\/[0-9]{1,5}/i,
];

/** Pairs of patterns for one act that scripts spread over several lines: both must match. */
export const payloadPairs: readonly (readonly [RegExp, RegExp])[] = [
  [
    /invoke-webrequest|invoke-restmethod|downloadfile|downloadstring|start-bitstransfer|\biwr\b|\birm\b/i,
    /\biex\b|invoke-expression|start-process/i,
  ],
  [/frombase64string/i, /\biex\b|invoke-expression|::load\(/i],
  [/Command::new\("(?:curl|wget|powershell|pwsh)"\)/, /Command::new\("(?:ba|z)?sh"\)|set_mode\(0o7|chmod/],
  [/base64[^\n]{0,60}decode|b64decode|STANDARD\.decode/i, /Command::new\(/],
];
