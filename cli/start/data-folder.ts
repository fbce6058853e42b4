import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const secretBytes = 32;

/** Replaces a file atomically, readable only by its owner. */
export function writePrivate(path: string, content: string): void {
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, content, { mode: 0o600 });
  renameSync(fresh, path);
}

/**
 * Creates the folder if it is missing.
 * @param isShared lets other accounts enter their own folders inside (the database's, under root)
 */
export function prepareDataFolder(dataDir: string, isShared: boolean): void {
  const isNew = !existsSync(dataDir) || readdirSync(dataDir).length === 0;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, isShared ? 0o711 : 0o700);
  if (isNew) writePrivate(markIn(dataDir), '');
}

/** The marker file, present from the creation of a data folder until its examples are published. */
const markIn = (dataDir: string) => join(dataDir, 'demo-pending');

export function isDemoPending(dataDir: string): boolean {
  return existsSync(markIn(dataDir));
}

export function settleDemo(dataDir: string): void {
  rmSync(markIn(dataDir), { force: true });
}

/** The secret in this file, created on first use. */
export function ensureSecret(path: string): string {
  if (!existsSync(path)) writePrivate(path, `${randomBytes(secretBytes).toString('hex')}\n`);
  return readFileSync(path, 'utf8').trim();
}

/** Creates the signing key of releases on first use. */
export function ensureSigningKey(path: string): void {
  if (existsSync(path)) return;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  writePrivate(path, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
}
