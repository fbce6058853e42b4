import { scanLimits } from '../limits.ts';
import type { InstalledPackage } from '../../domain/inventory.ts';

type ReadList = (body: Buffer) => InstalledPackage[];

const maxNameLength = scanLimits['installed name'].characters;
const maxVersionLength = scanLimits['installed version'].characters;

/** The reader of a file that lists installed packages; undefined for all other files. */
export function listReaderOf(path: string): ReadList | undefined {
  if (path === 'var/lib/dpkg/status') return readDpkg;
  if (path.startsWith('var/lib/dpkg/status.d/') && !path.endsWith('.md5sums')) return readDpkg;
  if (/^(?:usr\/)?lib\/apk\/db\/installed$/.test(path)) return readApk;
  if (/^(?:var\/lib|usr\/lib\/sysimage)\/rpm\/(?:Packages(?:\.db)?|rpmdb\.sqlite)$/.test(path))
    return anRpmDb;
  if (/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path)) return readNodePackage;
  if (/\.dist-info\/METADATA$|\.egg-info\/PKG-INFO$/.test(path)) return readPython;
  return undefined;
}

function readDpkg(body: Buffer): InstalledPackage[] {
  return paragraphs(body).flatMap((paragraph) => {
    const status = field(paragraph, 'Status');
    // the list keeps removed packages as long as their configuration files exist
    if (status !== undefined && !status.endsWith(' installed')) return [];
    return installed('deb', field(paragraph, 'Package'), field(paragraph, 'Version'));
  });
}

function readApk(body: Buffer): InstalledPackage[] {
  return paragraphs(body).flatMap((paragraph) =>
    installed('apk', field(paragraph, 'P'), field(paragraph, 'V')),
  );
}

function anRpmDb(): InstalledPackage[] {
  return [{ type: 'rpm', name: '*', version: null }];
}

function readNodePackage(body: Buffer): InstalledPackage[] {
  try {
    const manifest: unknown = JSON.parse(body.toString('utf8'));
    if (typeof manifest !== 'object' || manifest === null) return [];
    const { name, version } = manifest as Record<string, unknown>;
    return installed('npm', name, version);
  } catch {
    return [];
  }
}

function readPython(body: Buffer): InstalledPackage[] {
  const [header = ''] = paragraphs(body);
  return installed('pypi', field(header, 'Name'), field(header, 'Version'));
}

function paragraphs(body: Buffer): string[] {
  return body.toString('utf8').split(/\r?\n\r?\n/);
}

function field(paragraph: string, name: string): string | undefined {
  const start = `${name}:`;
  const line = paragraph.split('\n').find((each) => each.startsWith(start));
  return line?.slice(start.length).trim();
}

/** Empty for an invalid name: the lists are untrusted. */
function installed(type: InstalledPackage['type'], name: unknown, version: unknown): InstalledPackage[] {
  if (typeof name !== 'string' || !isPlain(name, maxNameLength)) return [];
  const isVersion = typeof version === 'string' && isPlain(version, maxVersionLength);
  return [{ type, name, version: isVersion ? version : null }];
}

function isPlain(text: string, maxLength: number): boolean {
  return text.length > 0 && text.length <= maxLength && /^[!-~]+$/.test(text);
}
