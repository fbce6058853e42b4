import { pomOf } from '../../../ecosystems/maven/fixtures/pom.ts';
import type { Coordinates } from '../../integration/maven/requests.ts';
import type { Attacks } from './tgz-attacks.ts';

const KiB = 1024;

/** POMs that the registry refuses, each with one fault. */
export function pomAttacks(at: Coordinates): Attacks {
  const good = (more: Partial<Parameters<typeof pomOf>[0]> = {}) => pomOf({ ...at, ...more });
  const text = (body: string) => () => Buffer.from(body);
  const withDoctype = (doctype: string, name = 'a') =>
    text(good({ inside: `<name>&${name};</name>` }).replace('<project', `${doctype}\n<project`));
  const element = (name: string, body: string) =>
    text(good().replace(new RegExp(`<${name}>[^<]*`), `<${name}>${body}`));
  const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join(
    '',
  );

  return {
    'entities that double': withDoctype(`<!DOCTYPE project [<!ENTITY a0 "ha">${laughs}]>`, 'a10'),
    'an external entity': withDoctype('<!DOCTYPE project [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
    'an entity of the network': withDoctype('<!DOCTYPE project [<!ENTITY a SYSTEM "http://127.0.0.1:1/">]>'),
    'a parameter entity': withDoctype('<!DOCTYPE project [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]>'),
    'an external type': withDoctype('<!DOCTYPE project SYSTEM "http://127.0.0.1:1/a.dtd">'),
    'a type in small letters': withDoctype('<!doctype project [<!entity a "b">]>'),
    'an undeclared entity, as its group': element('groupId', '&a;'),
    '10,000 elements in each other': text(
      good({ inside: `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}` }),
    ),
    '10,000 elements that stay open': text('<a>'.repeat(10_000)),
    'a text of two megabytes': text(good({ inside: `<description>${'x'.repeat(2048 * KiB)}</description>` })),
    'an attribute of two megabytes': text(good({ inside: `<a b="${'x'.repeat(2048 * KiB)}"/>` })),
    'no bytes': text(''),
    'a page': text('<!doctype html><title>404</title>'),
    JSON: text('{"groupId":"a"}'),
    zeros: () => Buffer.alloc(4 * KiB),
    'another root': text(good().replaceAll('project', 'metadata')),
    'a root in capitals': text(good().replaceAll('project', 'PROJECT')),
    'two roots': text(`${good()}${good().replace(/<\?xml.*?\?>/, '')}`),
    'an end that is cut off': text(good().slice(0, -20)),
    'another group': text(good({ group: 'com.example.victim' })),
    'another artifact': text(good({ artifact: 'victim' })),
    'another version': text(good({ version: '9.9.9' })),
    'the version of a snapshot': text(good({ version: `${at.version}-SNAPSHOT` })),
    'two groups': text(good({ inside: '<groupId>com.example.victim</groupId>' })),
    'two versions': text(good({ inside: `<version>${at.version}</version>` })),
    'two parents': text(good({ inside: '<parent/><parent/>' })),
    'no artifact': text(good().replace(/<artifactId>.*<\/artifactId>/, '')),
    'an undefined version': element('version', '${evil}'),
    'a version that sets itself': text(
      good({ inside: '<properties><a>${b}</a><b>${a}</b></properties>' }).replace(
        /<version>[^<]*/,
        '<version>${a}',
      ),
    ),
    'a group from another parent': text(
      good({
        inside:
          '<parent><groupId>com.example.victim</groupId><artifactId>a</artifactId><version>1</version></parent>',
      }).replace(/<groupId>org[^<]*<\/groupId>/, ''),
    ),
    'a path as its artifact': element('artifactId', '../../etc/passwd'),
    'UTF-7': text(good().replace('UTF-8', 'UTF-7')),
    EBCDIC: text(good().replace('UTF-8', 'IBM037')),
    'UTF-16 that says UTF-8': () => Buffer.from(good(), 'utf16le'),
    'bytes that are no UTF-8': () =>
      Buffer.concat([
        Buffer.from(good().slice(0, -11)),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('</project>'),
      ]),
    'a NUL in its version': element('version', `${at.version}\0`),
  };
}
