import type { Severity } from '../domain/findings.ts';
import { jwtIsReal } from './jwt.ts';

/** One credential format. All patterns are linear: a fixed start after a boundary, then one bounded class. */
export interface SecretRule {
  id: string;
  title: string;
  severity: Severity;
  /** Strings for a cheap test before the pattern; case-sensitive. */
  hints: readonly string[];
  /** Global; group 1 is the credential. */
  pattern: RegExp;
  /** Bits per character; a candidate with less is a placeholder. */
  minEntropy: number;
  /** A final check of the candidate and its surrounding text, which is bounded so that many candidates stay cheap. */
  accept?: (secret: string, around: string) => boolean;
}

/** A type may be between the name and the value, as in Rust, Go and TypeScript. */
const awsSecretPattern =
  /(?:secret|SECRET|Secret)[\w.-]{0,30}["']?[ \t:&'*\w<>]{0,40}[:=]>?[ \t]{0,4}["'`]?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/;

export const secretRules: readonly SecretRule[] = [
  {
    id: 'aws-key-pair',
    title: 'AWS access key with its secret',
    severity: 'critical',
    hints: ['AKIA', 'ASIA'],
    pattern: /(?<![A-Z0-9])(A[KS]IA[A-Z2-7]{16})(?![A-Z0-9])/g,
    minEntropy: 2.8,
    accept: (_, around) => hasAwsSecret(around),
  },
  {
    id: 'aws-key-id',
    title: 'AWS access key id',
    severity: 'medium',
    hints: ['AKIA', 'ASIA'],
    pattern: /(?<![A-Z0-9])(A[KS]IA[A-Z2-7]{16})(?![A-Z0-9])/g,
    minEntropy: 2.8,
    accept: (_, around) => !hasAwsSecret(around),
  },
  provider(
    'github-token',
    'GitHub token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    /gh[pousr]_[A-Za-z0-9]{36,251}/,
  ),
  provider('github-pat', 'GitHub token', ['github_pat_'], /github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}/),
  provider(
    'gitlab-token',
    'GitLab token',
    ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glft-', 'glcbt-', 'glagent-'],
    /gl(?:pat|dt|rt|ptt|ft|cbt|agent)-[A-Za-z0-9_-]{20,64}/,
  ),
  provider('npm-token', 'npm token', ['npm_'], /npm_[A-Za-z0-9]{36}/),
  provider('pypi-token', 'PyPI token', ['pypi-AgE'], /pypi-AgE[A-Za-z0-9_-]{50,1000}/),
  provider('crates-token', 'crates.io token', ['cio'], /cio[A-Za-z0-9]{32}/),
  provider('nuget-key', 'NuGet API key', ['oy2'], /oy2[a-z0-9]{43}/),
  provider('slack-token', 'Slack token', ['xox', 'xapp-'], /(?:xox[abeoprs]|xapp)-[0-9][A-Za-z0-9-]{20,250}/),
  provider(
    'slack-webhook',
    'Slack webhook',
    ['hooks.slack.com'],
    /https:\/\/hooks\.slack\.com\/services\/T[A-Z0-9]{6,12}\/B[A-Z0-9]{6,12}\/[A-Za-z0-9]{18,30}/,
    'high',
  ),
  provider('stripe-key', 'Stripe live key', ['k_live_'], /[sr]k_live_[A-Za-z0-9]{20,247}/),
  provider('stripe-test-key', 'Stripe test key', ['k_test_'], /[sr]k_test_[A-Za-z0-9]{20,247}/, 'low'),
  // These keys are often meant to be public in web pages.
  provider('google-api-key', 'Google API key', ['AIza'], /AIza[A-Za-z0-9_-]{35}/, 'medium'),
  provider('google-oauth-secret', 'Google OAuth secret', ['GOCSPX-'], /GOCSPX-[A-Za-z0-9_-]{28}/, 'high'),
  provider('azure-storage-key', 'Azure storage key', ['AccountKey='], /AccountKey=[A-Za-z0-9+/]{86}==/),
  provider(
    'azure-client-secret',
    'Azure client secret',
    ['8Q~'],
    /[A-Za-z0-9_.]{3}8Q~[A-Za-z0-9_~.-]{31,34}/,
    'high',
  ),
  provider(
    'model-provider-key',
    'Model provider API key',
    ['T3BlbkFJ'],
    /sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,180}/,
    'critical',
    (secret) => secret.includes('T3BlbkFJ'),
  ),
  provider(
    'model-provider-key-2',
    'Model provider API key',
    ['sk-ant-'],
    /sk-ant-[a-z]{3,5}\d\d-[A-Za-z0-9_-]{80,120}/,
  ),
  provider('sendgrid-key', 'SendGrid key', ['SG.'], /SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/),
  provider('twilio-key', 'Twilio API key', ['SK'], /SK[0-9a-f]{32}/, 'high', (_, around) =>
    /twilio/i.test(around),
  ),
  provider('digitalocean-token', 'DigitalOcean token', ['_v1_'], /do[opr]_v1_[0-9a-f]{64}/),
  provider('docker-token', 'Docker Hub token', ['dckr_'], /dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40}/),
  provider('shopify-token', 'Shopify token', ['shp'], /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/),
  {
    id: 'jwt',
    title: 'JSON web token',
    severity: 'medium',
    hints: ['eyJ'],
    pattern:
      /(?<![A-Za-z0-9_.-])(eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20,1000})(?![A-Za-z0-9_.-])/g,
    minEntropy: 4,
    accept: jwtIsReal,
  },
  {
    id: 'assigned-password',
    title: 'Password or key written into a file',
    severity: 'low',
    hints: [
      'pass',
      'PASS',
      'Pass',
      'secret',
      'SECRET',
      'Secret',
      'api_key',
      'API_KEY',
      'apikey',
      'ApiKey',
      'apiKey',
    ],
    pattern:
      /(?:passw(?:or)?d|secret(?:_?key)?|api_?key)["']?[ \t]{0,4}(?::|:?=)[ \t]{0,4}["']([^"'\s]{12,100})["']/gi,
    minEntropy: 3.6,
    accept: (secret) =>
      /[0-9]/.test(secret) && /[A-Za-z]/.test(secret) && !/[${}<>%()[\]\s]|:\/\//.test(secret),
  },
];

/** Whether the secret half of an AWS pair is nearby. */
function hasAwsSecret(around: string): boolean {
  const secret = awsSecretPattern.exec(around)?.[1];
  return secret !== undefined && !secret.includes('EXAMPLE');
}

function provider(
  id: string,
  title: string,
  hints: readonly string[],
  body: RegExp,
  severity: Severity = 'critical',
  accept?: SecretRule['accept'],
): SecretRule {
  const pattern = new RegExp(`(?<![A-Za-z0-9_-])(${body.source})(?![A-Za-z0-9_-])`, 'g');
  return { id, title, severity, hints, pattern, minEntropy: 3, ...(accept && { accept }) };
}
