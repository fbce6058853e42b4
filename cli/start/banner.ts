import { join } from 'node:path';

export interface Banner {
  publicUrl: string;
  temporalUiUrl: string | undefined;
  dataDir: string;
  seconds: number;
}

/** White mates with 1. Ra6. */
const mateInTwo = 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1';

/** The lines for a first look: addresses, and some example commands. */
export function bannerLines({ publicUrl, temporalUiUrl, dataDir, seconds }: Banner): string[] {
  const token = join(dataDir, 'admin-token');
  return [
    '',
    `Rookery is up after ${seconds.toFixed(1)} s. Ctrl-C stops it; the data stays.`,
    '',
    `  Pages         ${publicUrl}/`,
    `  API docs      ${publicUrl}/swagger-ui/`,
    ...(temporalUiUrl === undefined ? [] : [`  Temporal UI   ${temporalUiUrl}`]),
    `  Health        ${publicUrl}/health`,
    `  Readiness     ${publicUrl}/readiness`,
    `  Admin token   ${token}`,
    '',
    'Try:',
    `  curl ${publicUrl}/v1/stats`,
    `  curl ${publicUrl}/cargo/index/ro/ok/rookery-hello`,
    `  curl ${publicUrl}/api/analysis/position -H 'content-type: application/json' -d '{"fen":"${mateInTwo}"}'`,
    `  curl -H "Authorization: Bearer $(cat ${shellQuoted(token)})" ${publicUrl}/v1/admin/jobs`,
    '',
  ];
}

/** The path, quoted only if necessary. It is valid inside `$( )` in double quotes. */
export function shellQuoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
