import { gzipSync } from 'node:zlib';
import { checksumsOf, type GemDraft, specificationOf } from '../../../ecosystems/rubygems/fixtures/gem.ts';
import { gzipBomb } from './bombs.ts';
import { longName, paxHeader, tarEnd, tarEntry, type TarSpec } from './tar-bytes.ts';
import { type Attacks, tgzAttacks } from './tgz-attacks.ts';

const MiB = 1024 * 1024;
const code = 'module Probe; end\n';
/** Faults of other formats that are valid here: a gem may have no files. */
const harmless: ReadonlySet<string> = new Set(['no entries']);

/** Hostile gems, each with one fault in its outer tar, its specification, its checksums or its folder. */
export function gemAttacks(name: string, version: string): Attacks {
  const draft = { name, version };
  return { ...outerAttacks(draft), ...specificationAttacks(draft), ...folderAttacks(draft) };
}

/** The members of a valid gem, each of which an attack can replace. */
function membersOf(draft: GemDraft, changes: Readonly<Record<string, Buffer>> = {}): Record<string, Buffer> {
  const metadata = changes['metadata.gz'] ?? gzipSync(specificationOf(draft));
  const data =
    changes['data.tar.gz'] ??
    gzipSync(Buffer.concat([tarEntry({ name: 'lib/probe.rb', body: code }), tarEnd]));
  const checksums = gzipSync(checksumsOf(metadata, data));
  return { 'metadata.gz': metadata, 'data.tar.gz': data, 'checksums.yaml.gz': checksums, ...changes };
}

const entriesOf = (members: Readonly<Record<string, Buffer>>) =>
  Object.entries(members).map(([name, body]) => tarEntry({ name, body }));

const pack = (members: Readonly<Record<string, Buffer>>, ...others: Buffer[]) =>
  Buffer.concat([...entriesOf(members), ...others, tarEnd]);

function outerAttacks(draft: GemDraft): Attacks {
  const members = membersOf(draft);
  const without = (name: string) => () =>
    pack(Object.fromEntries(Object.entries(members).filter(([each]) => each !== name)));
  const withEntry = (spec: TarSpec) => () => pack(members, tarEntry(spec));
  const withMember = (name: string, body: Buffer) => () => pack({ ...members, [name]: body });
  const metadata = members['metadata.gz'] ?? Buffer.alloc(0);
  const other = gzipSync(specificationOf({ ...draft, name: 'evil' }));
  const checksums = (change: (text: string) => string) =>
    withMember(
      'checksums.yaml.gz',
      gzipSync(change(checksumsOf(metadata, members['data.tar.gz'] ?? Buffer.alloc(0)))),
    );
  const whole = () => pack(members);
  return {
    'no specification': without('metadata.gz'),
    'no folder': without('data.tar.gz'),
    'two specifications': withEntry({ name: 'metadata.gz', body: other }),
    'two folders': withEntry({ name: 'data.tar.gz', body: members['data.tar.gz'] ?? '' }),
    'two lists of checksums': withEntry({ name: 'checksums.yaml.gz', body: gzipSync('---\n') }),
    'another specification by a pax name': () =>
      pack(members, paxHeader({ path: 'metadata.gz' }), tarEntry({ name: 'x', body: other })),
    'another specification by a long name': () =>
      pack(members, longName('metadata.gz'), tarEntry({ name: 'x', body: other })),
    'another specification by a dot segment': withEntry({ name: './metadata.gz', body: other }),
    'another specification in capitals': withEntry({ name: 'METADATA.GZ', body: other }),
    'a specification that a pax header hides': () =>
      Buffer.concat([paxHeader({ path: 'x' }), ...entriesOf(members), tarEnd]),
    'a member that no gem has': withEntry({ name: 'install.sh', body: '#!/bin/sh\n' }),
    'a member outside': withEntry({ name: '../metadata.gz', body: other }),
    'an absolute member': withEntry({ name: '/etc/passwd', body: 'x' }),
    'a link for a member': withEntry({ name: 'data.tar.gz.sig', type: '2', linkname: '/etc/passwd' }),
    'a hard link for a member': withEntry({ name: 'data.tar.gz.sig', type: '1', linkname: 'metadata.gz' }),
    'a device for a member': withEntry({ name: 'data.tar.gz.sig', type: '3' }),
    'a member with a wrong header': withEntry({ name: 'metadata.gz.sig', checksum: 1 }),
    'a member larger than the gem': withEntry({ name: 'metadata.gz.sig', size: 8 ** 11 - 1 }),
    'a name that is no text': withEntry({ name: Buffer.from([0x6d, 0xc3, 0x28]), body: 'x' }),
    'a long name of a megabyte': () => pack(members, longName('a'.repeat(MiB)), tarEntry({ name: 'x' })),
    'a pax header of a megabyte': () =>
      pack(members, paxHeader({ comment: 'a'.repeat(MiB) }), tarEntry({ name: 'x' })),
    'a hundred thousand members': () => pack(members, ...Array.from({ length: 100_000 }, () => emptyMember)),
    'an end in a header': () => whole().subarray(0, 300),
    'an end in its folder': () => whole().subarray(0, -1_400),
    'bytes behind its end': () => Buffer.concat([whole(), Buffer.from('more')]),
    'a gem behind its end': () => Buffer.concat([whole(), pack(membersOf({ ...draft, name: 'evil' }))]),
    'packed once more': () => gzipSync(whole()),
    'a zip': () => Buffer.from('PK\u0003\u0004'),
    nothing: () => Buffer.alloc(0),
    'a checksum of other bytes': checksums((text) =>
      text.replace(/data\.tar\.gz: \w{8}/, 'data.tar.gz: 00000000'),
    ),
    'a second checksum of other bytes': checksums((text) =>
      text.replace(/(SHA512:\n {2}metadata\.gz: )\w{8}/, '$100000000'),
    ),
    'a checksum that is an object': checksums((text) =>
      text.replace('SHA256:', 'SHA256: !ruby/object:Gem::Installer'),
    ),
    'checksums that are a list': withMember('checksums.yaml.gz', gzipSync('- a\n- b\n')),
    'checksums that are no YAML': withMember('checksums.yaml.gz', gzipSync('{{{{')),
    'checksums that are not packed': withMember('checksums.yaml.gz', Buffer.from('---\n')),
    'checksums of a gigabyte': withMember('checksums.yaml.gz', gzipBomb(Buffer.from('---\n'), 1_024)),
    'a signature without a certificate': withMember('metadata.gz.sig', Buffer.alloc(256, 1)),
  };
}

const emptyMember = tarEntry({ name: 'metadata.gz.sig' });

function specificationAttacks(draft: GemDraft): Attacks {
  const good = specificationOf(draft);
  const packed = (metadata: Buffer) => () => pack(membersOf(draft, { 'metadata.gz': metadata }));
  const says = (text: string | Buffer) => packed(gzipSync(text));
  const changed = (from: string | RegExp, to: string) => says(good.replace(from, to));
  const more = (extra: string) => says(good + extra);
  const dependsOn = (name: string, number = '1') =>
    says(specificationOf({ ...draft, dependencies: [[name, '>=', number]] }));
  const laughs = Array.from({ length: 12 }, (_, level) =>
    level === 0
      ? 'a0: &a0 [x]'
      : `a${level}: &a${level} [${Array(10)
          .fill(`*a${level - 1}`)
          .join(', ')}]`,
  );
  return {
    'an object of another class': more('evil: !ruby/object:Gem::Installer\n  i: x\n'),
    'an object for a text': changed('summary: A probe', 'summary: !ruby/object:Kernel {}'),
    'an object for a requirement': changed(
      'required_ruby_version: !ruby/object:Gem::Requirement',
      'required_ruby_version: !ruby/object:Gem::Package::TarReader',
    ),
    'a regular expression for a text': changed('summary: A probe', 'summary: !ruby/regexp /(a+)+$/'),
    'a class for a text': changed('summary: A probe', "summary: !ruby/class 'Object'"),
    'a specification of another class': changed('!ruby/object:Gem::Specification', '!ruby/object:OpenStruct'),
    'aliases of aliases': more(`${laughs.join('\n')}\n`),
    'an alias of itself': changed('authors:\n- Alice', 'authors: &loop\n- *loop'),
    'an alias of nothing': more('loop: *nothing\n'),
    'lists in lists': more(`deep: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`),
    'a key that stands twice': more('name: evil\n'),
    'two documents': more('--- !ruby/object:Gem::Specification\nname: evil\n'),
    'a list': says('- a\n- b\n'),
    'no YAML': says('{{{{'),
    'no text': says(Buffer.concat([Buffer.from(good), Buffer.from([0x61, 0x3a, 0xff, 0xfe])])),
    'no name': changed(/^name: .*\n/m, ''),
    'a name that is a list': changed(/^name: .*$/m, 'name: [a, b]'),
    'a name with a path in it': changed(/^name: .*$/m, 'name: ../../evil'),
    'a name of two lines': changed(/^name: .*$/m, 'name: "evil\\nevil"'),
    'no version': changed(/^version: .*\n.*\n/m, ''),
    'a version with a path in it': changed(/version: 1.*$/m, 'version: 1.0/../../evil'),
    'a version of two lines': changed(/version: 1.*$/m, 'version: "1.0\\n2.0"'),
    'a version of a thousand digits': changed(/version: 1.*$/m, `version: ${'1'.repeat(1_000)}`),
    'a platform with a path in it': changed(/^platform: .*$/m, 'platform: ../../evil'),
    'a platform of two lines': changed(/^platform: .*$/m, 'platform: "java\\nevil"'),
    'a dependency with a comma': dependsOn('"a,b:>=0"'),
    'a dependency of two lines': dependsOn('"a\\nb"'),
    'a requirement with a bar': dependsOn('a', '1|checksum:0'),
    'a requirement of two lines': changed(`version: '2.7'`, `version: "2.7\\nevil"`),
    'an operator that there is none of': changed('- - ">="', '- - "=>"'),
    'certificates that are none': changed(/^cert_chain: .*$/m, 'cert_chain: ["evil"]'),
    'a specification that is not packed': packed(Buffer.from(good)),
    'a specification cut short': packed(gzipSync(good).subarray(0, -12)),
    'a specification with a wrong trailer': packed(
      Buffer.concat([gzipSync(good).subarray(0, -8), Buffer.alloc(8)]),
    ),
    'a specification of two packed parts': packed(Buffer.concat([gzipSync(good), gzipSync('name: evil\n')])),
    'a specification of ten gigabytes': packed(gzipBomb(Buffer.from(good), 10_240)),
    'a specification of many megabytes': more(`long: ${'x'.repeat(40 * MiB)}\n`),
    'another registry that it is meant for': says(
      specificationOf({ ...draft, metadata: { allowed_push_host: 'https://elsewhere.test' } }),
    ),
  };
}

/** Faults of any folder, in the one that installers unpack. */
function folderAttacks(draft: GemDraft): Attacks {
  const attacks = Object.entries(tgzAttacks('lib', code, 'probe.rb')).filter(([kind]) => !harmless.has(kind));
  return Object.fromEntries(
    attacks.map(([kind, build]) => [
      `folder: ${kind}`,
      () => pack(membersOf(draft, { 'data.tar.gz': build() })),
    ]),
  );
}
