import { tarEntry, tgz } from './tar-bytes.ts';
import { type Attacks, tgzAttacks } from './tgz-attacks.ts';
import { zipAttacks } from './zip-attacks.ts';
import { zip } from './zip-bytes.ts';

const MiB = 1024 * 1024;

/** Source distributions with an attack on the files that a client reads. */
export function sdistAttacks(name: string, version: string): Attacks {
  const root = `${name}-${version}`;
  const info = infoOf(name, version);
  const says = (body: string | Buffer) => () => tgz(tarEntry({ name: `${root}/PKG-INFO`, body }));
  return {
    ...tgzAttacks(root, info, 'PKG-INFO'),
    'no PKG-INFO': () => tgz(tarEntry({ name: `${root}/setup.py`, body: 'import os\n' })),
    'PKG-INFO at the top': () => tgz(tarEntry({ name: 'PKG-INFO', body: info })),
    'PKG-INFO too deep': () => tgz(tarEntry({ name: `${root}/${root}/PKG-INFO`, body: info })),
    'PKG-INFO in two folders': () =>
      tgz(
        tarEntry({ name: `${root}/PKG-INFO`, body: info }),
        tarEntry({ name: 'evil-1/PKG-INFO', body: info }),
      ),
    'PKG-INFO that is a link': () =>
      tgz(
        tarEntry({ name: `${root}/other`, body: info }),
        tarEntry({ name: `${root}/PKG-INFO`, type: '2', linkname: 'other' }),
      ),
    'PKG-INFO of another project': says(infoOf('evil', version)),
    'PKG-INFO of another version': says(infoOf(name, '9.0')),
    'PKG-INFO with two names': says(`Name: evil\n${info}`),
    'PKG-INFO without a version': says(`Metadata-Version: 2.1\nName: ${name}\n\n`),
    'PKG-INFO that is no text': says(Buffer.from([0x4e, 0xff, 0xfe, 0x0a])),
    'PKG-INFO with a line that is no field': says(`hello\n${info}`),
    'PKG-INFO of many megabytes': says(`${info}${'x\n'.repeat(3 * MiB)}`),
    'a zip instead of it': () => zip([{ name: `${root}/PKG-INFO`, body: info }]),
  };
}

/** The same attacks on zip files, which some old projects use. */
export function zippedSdistAttacks(name: string, version: string): Attacks {
  return zipAttacks(name, infoOf(name, version), `${name}-${version}/PKG-INFO`);
}

export const infoOf = (name: string, version: string) =>
  `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n\n`;
