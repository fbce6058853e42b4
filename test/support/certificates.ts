import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findTool, requireTool } from './tool.ts';

const run = promisify(execFile);

export const openssl = findTool('openssl');
export const opensslMissing = 'no openssl on PATH: certificates of tests are made with it';

/** Paths of PEM files. */
export interface Issued {
  cert: string;
  key: string;
}

/** A certificate authority for tests, valid for two days. */
export interface Authority extends AsyncDisposable {
  cert: string;
  /** Issues a certificate for a server of this name, or for a client. */
  issue(name: string): Promise<Issued>;
}

export async function createAuthority(): Promise<Authority> {
  const tool = requireTool(openssl, opensslMissing);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-certificates-'));
  const file = (name: string) => join(folder, name);
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const make = async (name: string, more: string[]): Promise<Issued> => {
    const issued = { cert: file(`${name}.crt`), key: file(`${name}.key`) };
    const out = ['-keyout', issued.key, '-out', issued.cert, '-subj', `/CN=${name}`];
    await run(tool, ['req', '-x509', ...fresh, ...out, ...more]);
    return issued;
  };
  const authority = await make('authority', []);
  const signed = ['-CA', authority.cert, '-CAkey', authority.key];
  return {
    cert: authority.cert,
    issue: (name) =>
      make(name, [
        ...signed,
        '-addext',
        `subjectAltName=DNS:${name}`,
        '-addext',
        'basicConstraints=CA:FALSE',
      ]),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
