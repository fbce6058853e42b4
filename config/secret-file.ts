import { readFileSync } from 'node:fs';

/** The text of a file, without the trailing newline that editors add. */
export function readSecretFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/**
 * The value of a variable, or the text of the file in `<name>_FILE`; only one may be set. Appends problems to
 * `problems`; an empty file is a problem unless `mayBeEmpty`.
 */
export function readEither(
  env: object,
  name: string,
  problems: string[],
  { mayBeEmpty = false }: { mayBeEmpty?: boolean } = {},
): string | undefined {
  const { [name]: value, [`${name}_FILE`]: file } = env as Record<string, string | undefined>;
  if (file === undefined) return value;
  if (value !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set: keep one`);
    return undefined;
  }
  const secret = readSecretFile(file);
  if (secret) return secret;
  if (secret === '' && mayBeEmpty) return undefined;
  problems.push(`${name}_FILE can not be read, or is empty`);
  return undefined;
}
