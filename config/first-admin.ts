import { readFileSync } from 'node:fs';
import { describePasswordProblems, findPasswordProblems } from '../domain/password.ts';
import { ConfigError } from './env.ts';

/**
 * The password of the first administrator, without the trailing newline that editors add.
 * @throws ConfigError if the file can't be read or its password is not acceptable
 */
export function readFirstPassword(account: {
  username: string;
  email: string;
  passwordFile: string;
}): string {
  const password = readText(account.passwordFile).replace(/\r?\n$/, '');
  const said = describePasswordProblems(findPasswordProblems(password, account));
  if (said !== undefined) throw new ConfigError([`ROOKERY_ADMIN_PASSWORD_FILE: ${said}`]);
  return password;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(['ROOKERY_ADMIN_PASSWORD_FILE can not be read']);
  }
}
