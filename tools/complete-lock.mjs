/**
 * Adds the binaries of other platforms to package-lock.json: `npm install` omits binaries that its registry lacks,
 * and `npm ci` then refuses the lock on every platform. Digests come from the registry, where it has them. Run it
 * after every change of dependencies.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const machines = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

const path = process.argv[2] ?? 'package-lock.json';
const lock = JSON.parse(readFileSync(path, 'utf8'));
const added = [];
let sealed = 0;

for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!exact.test(version) || isPresent(parent, name)) continue;
    const target = `node_modules/${name}`;
    lock.packages[target] = {
      version,
      ...platformOf(name.slice(name.lastIndexOf('/') + 1)),
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
    };
    added.push(`${name}@${version}`);
  }
}

lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([left], [right]) =>
    left === '' ? -1 : left.localeCompare(right, 'en'),
  ),
);
for (const [target, entry] of Object.entries(lock.packages)) {
  if (target === '' || entry.integrity !== undefined) continue;
  const integrity = findIntegrity(target.slice(target.lastIndexOf('node_modules/') + 13), entry.version);
  if (integrity === undefined) continue;
  entry.integrity = integrity;
  sealed += 1;
}
if (added.length + sealed > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added.length} entries added, ${sealed} digests\n`);

/** The registry's digest of a package; undefined where the registry lacks it. */
function findIntegrity(name, version) {
  const { status, stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
  });
  const integrity = stdout.trim();
  return status === 0 && /^sha512-[\w+/]{86}==$/.test(integrity) ? integrity : undefined;
}

/** Resolves like Node: beside the parent, then in every folder above it. */
function isPresent(parent, name) {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder}${folder === '' ? '' : '/'}node_modules/${name}`] !== undefined) return true;
    if (!folder.includes('node_modules')) return false;
    if (!folder.includes('/node_modules/')) folder = '';
  }
}

/** The platform in the package's name, in the form of npm's own fields. */
function platformOf(name) {
  const words = name.split('-');
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => machines.includes(word));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  return {
    ...(cpu.length === 0 ? {} : { cpu }),
    ...(libc.length === 0 ? {} : { libc }),
    ...(os.length === 0 ? {} : { os }),
  };
}
