import { createHash } from 'node:crypto';
import { tarEntry, tgz } from './tar-bytes.ts';
import type { Attacks } from './tgz-attacks.ts';
import { zip, type ZipSpec } from './zip-bytes.ts';

const MiB = 1024 * 1024;
const code = 'VERSION = "1.0.0"\n';

/** Hostile wheels, with a correct RECORD unless the RECORD is the fault. */
export function wheelAttacks(name: string, version: string): Attacks {
  const info = `${name}-${version}.dist-info`;
  const metadata = `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n\n`;
  const good: ZipSpec[] = [
    { name: `${name}/__init__.py`, body: code },
    { name: `${info}/METADATA`, body: metadata },
    { name: `${info}/WHEEL`, body: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n' },
  ];
  const recorded = (specs: readonly ZipSpec[], change: (record: string) => string = (record) => record) => [
    ...specs,
    { name: `${info}/RECORD`, body: change(recordOf(specs, info)) },
  ];
  const whole = () => zip(recorded(good));
  const also = (...specs: ZipSpec[]) => zip(recorded([...good, ...specs]));
  const record = (change: (text: string) => string) => () => zip(recorded(good, change));
  const says = (body: string | Buffer) => () =>
    zip(recorded(good.map((spec) => (spec.name === `${info}/METADATA` ? { ...spec, body } : spec))));
  const first = (spec: Partial<ZipSpec>) => () =>
    zip(recorded(good).map((each, index) => (index === 0 ? { ...each, ...spec } : each)));

  return {
    'no RECORD': () => zip(good),
    'a module that is not in its RECORD': () =>
      zip([...recorded(good), { name: `${name}/evil.py`, body: 'import os\n' }]),
    'a module that is not what its RECORD says': first({ body: code.replace('1', '2') }),
    'a size that is not what its RECORD says': record((text) => text.replace(`,${code.length}\n`, ',1\n')),
    'a module of its RECORD that is missing': record((text) => `${text}${name}/gone.py,sha256=AAAA,1\n`),
    'a module twice in its RECORD': record((text) => `${text}${text.split('\n', 1)[0]}\n`),
    'weak digests in its RECORD': record((text) => text.replaceAll('sha256=', 'md5=')),
    'no digests in its RECORD': record((text) => text.replaceAll(/sha256=[^,]*/g, '')),
    'a RECORD that is no text': record(() => '\u0000,'.repeat(10)),
    'a RECORD with an open quote': record((text) => `"${text}`),
    'a RECORD of many megabytes': record((text) => text + `${'x'.repeat(99)},,\n`.repeat(200_000)),
    'a second .dist-info': () => also({ name: 'evil-9.dist-info/METADATA', body: metadata }),
    'a .dist-info of another project': () => renamed(good, info, `evil-${version}.dist-info`),
    'a .dist-info of another version': () => renamed(good, info, `${name}-9.0.dist-info`),
    'no METADATA': () => zip(recorded(good.filter((spec) => spec.name !== `${info}/METADATA`))),
    'METADATA of another project': says(metadata.replace(name, 'evil')),
    'METADATA of another version': says(metadata.replace(version, '9.0')),
    'METADATA with two names': says(`Name: evil\n${metadata}`),
    'METADATA without a version': says(`Metadata-Version: 2.1\nName: ${name}\n\n`),
    'METADATA that is no text': says(Buffer.from([0x4e, 0xff, 0xfe, 0x0a])),
    'METADATA with a line that is no field': says(`hello\n${metadata}`),
    'METADATA of many megabytes': says(`${metadata}${randomLines(5 * MiB)}`),
    'METADATA that expands without end': says(Buffer.concat([Buffer.from(metadata), Buffer.alloc(64 * MiB)])),
    'METADATA twice': () => zip([...recorded(good), { name: `${info}/METADATA`, body: metadata }]),
    'METADATA under another casing': () => also({ name: `${info}/metadata`, body: metadata }),
    'a module outside of it': () => also({ name: '../../evil.py', body: code }),
    'a script outside of it': () =>
      also({ name: `${name}-${version}.data/scripts/../../../../bin/evil`, body: code }),
    'a data file at an absolute path': () => also({ name: '/etc/cron.d/job', body: code }),
    'a module that is a symbolic link': () =>
      also({ name: `${name}/link.py`, body: '/etc/passwd', mode: 0o120777 }),
    'a module with another name in its local header': first({
      local: { name: Buffer.from('evil/__init__.py') },
    }),
    'an encrypted module': first({ flags: 0x801 }),
    'a program in front of it': () => Buffer.concat([Buffer.from('#!/bin/sh\nexit\n'), whole()]),
    'an archive behind it': () => Buffer.concat([whole(), whole()]),
    'a tarball instead of it': () => tgz(tarEntry({ name: `${info}/METADATA`, body: metadata })),
    'half of it': () => whole().subarray(0, whole().length / 2),
    'fewer entries than it has': () => zip(recorded(good), { count: 1 }),
  };
}

/** A wheel that is valid except for one file. */
export function wheelWith(name: string, version: string, path: string, body: Buffer): Buffer {
  const info = `${name}-${version}.dist-info`;
  const specs: ZipSpec[] = [
    { name: path, body, method: 0 },
    { name: `${info}/METADATA`, body: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n\n` },
  ];
  return zip([...specs, { name: `${info}/RECORD`, body: recordOf(specs, info) }]);
}

function recordOf(specs: readonly ZipSpec[], info: string): string {
  const lines = specs.map(({ name, body = '' }) => {
    const digest = createHash('sha256').update(body).digest('base64url');
    return `${String(name)},sha256=${digest},${Buffer.byteLength(body)}\n`;
  });
  return `${lines.join('')}${info}/RECORD,,\n`;
}

function renamed(specs: readonly ZipSpec[], from: string, to: string): Buffer {
  const moved = specs.map((spec) => ({ ...spec, name: String(spec.name).replace(from, to) }));
  return zip([...moved, { name: `${to}/RECORD`, body: recordOf(moved, to) }]);
}

/** Text that hardly compresses: only its size is a fault. */
function randomLines(bytes: number): string {
  let text = '';
  for (let count = 0; text.length < bytes; count += 1) {
    text += `${createHash('sha512').update(String(count)).digest('base64')}\n`;
  }
  return text;
}
