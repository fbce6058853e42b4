import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext } from 'node:tls';

/** An address with TLS settings that can't be satisfied. The message is the end of a sentence about the address. */
export class UnusableTls extends Error {
  override name = 'UnusableTls';
}

/**
 * The checks of the certificate for each mode. `prefer` and `allow` of `libpq` are not supported: they fall back to
 * clear text.
 */
const modes: Readonly<Record<string, 'clear' | 'nothing' | 'chain' | 'name'>> = {
  disable: 'clear',
  'no-verify': 'nothing',
  'verify-ca': 'chain',
  // stricter than `libpq`, which accepts any certificate in this mode
  require: 'name',
  'verify-full': 'name',
};

const known = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const;
type Asked = Partial<Record<(typeof known)[number], string>>;

interface Tls {
  /** The address without these parameters, which other readers would interpret differently. */
  url: string;
  ssl: false | ConnectionOptions;
}

/**
 * The only parser of the TLS settings in an address of a single host. Files are read at each call, so that a renewed
 * certificate is used without a restart. @throws UnusableTls
 */
export function readTls(url: string): Tls {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  const asked = take(parameters);
  const rest = parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
  return { url: rest, ssl: optionsOf(asked) };
}

/** The fault of the settings or of their files; null if there is none. */
export function findTlsProblem(url: string): string | null {
  try {
    const { ssl } = readTls(url);
    if (ssl !== false) assertUsable(ssl);
    return null;
  } catch (error) {
    if (error instanceof UnusableTls) return error.message;
    throw error;
  }
}

function take(parameters: URLSearchParams): Asked {
  const asked: Asked = {};
  for (const name of known) {
    const values = parameters.getAll(name);
    if (values.length > 1) throw new UnusableTls(`has ${name} more than once`);
    if (values[0] !== undefined) asked[name] = values[0];
    parameters.delete(name);
  }
  for (const name of parameters.keys()) {
    if (!name.startsWith('ssl') && parameters.get(name) !== 'require') continue;
    throw new UnusableTls(`has ${name}, which is not known here: TLS is asked for with ${known.join(', ')}`);
  }
  return asked;
}

function optionsOf({ sslmode, sslrootcert, sslcert, sslkey }: Asked): false | ConnectionOptions {
  const hasFiles = [sslrootcert, sslcert, sslkey].some((file) => file !== undefined);
  if (sslmode === undefined && !hasFiles) return false;
  const checks = modes[sslmode ?? 'verify-full'];
  if (checks === undefined) {
    throw new UnusableTls(
      `must have an sslmode of ${Object.keys(modes).join(', ')}: others may send everything in clear text`,
    );
  }
  if (checks === 'clear') {
    if (hasFiles) throw new UnusableTls('has certificates with sslmode=disable: keep one');
    return false;
  }
  if (checks === 'nothing' && sslrootcert !== undefined) {
    throw new UnusableTls('has sslrootcert with sslmode=no-verify, which checks nothing: keep one');
  }
  if (checks === 'chain' && (sslrootcert ?? 'system') === 'system') {
    throw new UnusableTls(
      'needs a file in sslrootcert with sslmode=verify-ca: public authorities sign any name',
    );
  }
  if ((sslcert === undefined) !== (sslkey === undefined)) {
    throw new UnusableTls('has one of sslcert and sslkey: they belong together');
  }
  return {
    rejectUnauthorized: checks !== 'nothing',
    ...(sslrootcert !== undefined && sslrootcert !== 'system' && { ca: read('sslrootcert', sslrootcert) }),
    ...(sslcert !== undefined && { cert: read('sslcert', sslcert) }),
    ...(sslkey !== undefined && { key: read('sslkey', sslkey) }),
    ...(checks === 'chain' && { checkServerIdentity: () => undefined }),
  };
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UnusableTls(`has a file in ${name} that can not be read`, { cause: error });
  }
}

function assertUsable({ ca, cert, key }: ConnectionOptions): void {
  // a file without a certificate would be ignored, and every server refused
  for (const [name, text] of Object.entries({ sslrootcert: ca, sslcert: cert })) {
    const isCertificate = text === undefined || String(text).includes('-----BEGIN CERTIFICATE-----');
    if (!isCertificate) throw new UnusableTls(`has a file in ${name} without a certificate in PEM`);
  }
  try {
    createSecureContext({ ca, cert, key });
  } catch (error) {
    throw new UnusableTls('has certificates, or a key, that can not be used', { cause: error });
  }
}
