import { readFileSync } from 'node:fs';

/** Editors end files with a newline that is no part of the secret. */
export function readSecretFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
