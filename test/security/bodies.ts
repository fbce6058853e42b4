import { gzipSync } from 'node:zlib';
import type { OutgoingHttpHeaders } from 'node:http';

/** A body that no well-behaved client sends. */
export interface Malformed {
  what: string;
  headers?: OutgoingHttpHeaders;
  body: Buffer | string | Iterable<Buffer>;
}

const MiB = 1024 * 1024;
const depth = 100_000;
const json = { 'content-type': 'application/json' };

/** Bodies for routes that read JSON; `limit` is the size in bytes that the routes refuse. */
export function malformedJson(limit: number): Malformed[] {
  const text = (what: string, body: string | Buffer, headers: OutgoingHttpHeaders = json): Malformed => {
    return { what, body, headers: { ...headers, 'content-length': Buffer.byteLength(body) } };
  };
  return [
    text('empty', ''),
    text('empty without a type', '', {}),
    ...['null', 'true', '1', '"text"', '[]', '[{}]', '{}', '1e999', '-0'].map((body) =>
      text(`the value ${body}`, body),
    ),
    text('truncated', '{"name": "a'),
    text('two values', '{}{}'),
    text('a byte order mark', '\ufeff{}'),
    text('a comment', '/* */{}'),
    text('deep arrays', '['.repeat(depth)),
    text('deep arrays, closed', `${'['.repeat(depth)}${']'.repeat(depth)}`),
    text('deep objects, closed', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
    text(
      'deep in a member',
      `{"name":${'['.repeat(depth)}${']'.repeat(depth)},"users":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    ),
    text('a number of many digits', `{"page":${'9'.repeat(100_000)},"name":${'9'.repeat(400)}}`),
    text('many members', `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":0`).join()}}`),
    text('the same member twice', '{"name":"a","name":"b","users":["a"],"users":[]}'),
    text('__proto__', '{"__proto__":{"isAdmin":true,"is_admin":true},"name":"a"}'),
    text('constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}},"name":"a"}'),
    text(
      'invalid UTF-8',
      Buffer.from([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x7d]),
    ),
    text('UTF-16', Buffer.from('{"name":"a"}', 'utf16le')),
    text('zero bytes', Buffer.alloc(1_000)),
    text('compressed', gzipSync('{"name":"a"}'), { ...json, 'content-encoding': 'gzip' }),
    text('said to be compressed', '{"name":"a"}', { ...json, 'content-encoding': 'gzip' }),
    text('an unknown coding', '{"name":"a"}', { ...json, 'content-encoding': 'zstd, br, x' }),
    text('plain text', 'hello', { 'content-type': 'text/plain' }),
    text('XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', {
      'content-type': 'application/xml',
    }),
    text('a form', 'name=a&name=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    text('an unknown character set', '{}', { 'content-type': 'application/json; charset=utf-7' }),
    text('no media type', '{}', { 'content-type': ';;;' }),
    text('a long media type', '{}', { 'content-type': `application/${'x'.repeat(4_000)}` }),
    text('a multipart form', '--a\r\n\r\nb\r\n--a--', { 'content-type': 'multipart/form-data; boundary=a' }),
    text('too large', `{"name":"${'a'.repeat(limit)}"}`),
    { what: 'too large, of unknown length', headers: json, body: pieces(limit + MiB) },
  ];
}

/** Bodies for routes that read a multipart form. */
export function malformedForms(limit: number): Malformed[] {
  const form = (
    what: string,
    body: string | Buffer,
    boundary = 'b',
    type = 'multipart/form-data',
  ): Malformed => ({
    what,
    body,
    headers: { 'content-type': `${type}; boundary=${boundary}`, 'content-length': Buffer.byteLength(body) },
  });
  const part = (headers: string, body = 'x') => `--b\r\n${headers}\r\n\r\n${body}\r\n`;
  const file = 'Content-Disposition: form-data; name="package"; filename="package.nupkg"';
  return [
    form('no parts', '--b--\r\n'),
    form('another boundary', `--c\r\n${file}\r\n\r\nx\r\n--c--\r\n`),
    form('no last boundary', part(file)),
    form('cut off in the headers of a part', '--b\r\nContent-Disposition: form-d'),
    form('a part without headers', '--b\r\n\r\nx\r\n--b--\r\n'),
    form('an empty package', `${part(file, '')}--b--\r\n`),
    form('a package that is none', `${part(file, 'PK\u0003\u0004nothing')}--b--\r\n`),
    form(
      'ten thousand fields',
      `${part('Content-Disposition: form-data; name="f"').repeat(10_000)}--b--\r\n`,
    ),
    form('ten thousand files', `${part(file).repeat(10_000)}--b--\r\n`),
    form('endless headers of a part', `--b\r\n${'X-A: b\r\n'.repeat(50_000)}\r\nx\r\n--b--\r\n`),
    form(
      'one endless header',
      `--b\r\nContent-Disposition: form-data; name="${'n'.repeat(300_000)}"\r\n\r\nx\r\n--b--\r\n`,
    ),
    form(
      'a name with line breaks',
      part('Content-Disposition: form-data; name="a\r\nb"; filename="../../\0"'),
    ),
    form(
      'an unknown character set',
      part("Content-Disposition: form-data; name=a; filename*=x-none''%ff%00"),
    ),
    form('a transfer encoding', part(`${file}\r\nContent-Transfer-Encoding: base64`, '====')),
    form('no boundary', '--b--', '""'),
    form('a boundary of many letters', `--${'b'.repeat(5_000)}--`, 'b'.repeat(5_000)),
    form('a boundary of other letters', '--\u00e9--', '"\u00e9;\\"'),
    form('nested', `${part('Content-Type: multipart/mixed; boundary=b')}--b--`, 'b', 'multipart/mixed'),
    form('only line breaks', '\r\n'.repeat(100_000)),
    form('only dashes', '-'.repeat(500_000)),
    form('nearly the boundary again and again', '\r\n-'.repeat(200_000)),
    { ...form('too large', Buffer.alloc(0)), ...tooLargeForm(limit) },
  ];
}

function tooLargeForm(limit: number): Pick<Malformed, 'headers' | 'body'> {
  const head = Buffer.from('--b\r\nContent-Disposition: form-data; name="package"; filename="a"\r\n\r\n');
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: [head, ...pieces(limit + 2 * MiB)],
  };
}

/** Frames of a crate upload with false lengths or invalid text. */
export function malformedFrames(limit: number, name: string): Malformed[] {
  const frame = (what: string, body: Buffer): Malformed => ({
    what,
    body,
    headers: { 'content-length': body.length },
  });
  const upload = (
    metadata: string | Buffer,
    crate = Buffer.from('crate'),
    lies: { json?: number; crate?: number } = {},
  ) => {
    const text = Buffer.from(metadata);
    return Buffer.concat([u32(lies.json ?? text.length), text, u32(lies.crate ?? crate.length), crate]);
  };
  const good = { name, vers: '9.9.9', deps: [], features: {} };
  const said = (members: object) => upload(JSON.stringify({ ...good, ...members }));
  const dependency = { name: 'a', version_req: '^1', features: [], optional: false, default_features: true };
  return [
    frame('one byte', Buffer.from([1])),
    frame('lengths only', Buffer.concat([u32(0), u32(0)])),
    frame('endless metadata', upload('{}', Buffer.from('x'), { json: 0xffff_ffff })),
    frame('metadata longer than it is', upload('{}', Buffer.from('x'), { json: 1_000 })),
    frame('metadata shorter than it is', upload(JSON.stringify(good), Buffer.from('x'), { json: 2 })),
    frame('too much metadata', upload('x'.repeat(2 * MiB))),
    frame('an endless crate', upload(JSON.stringify(good), Buffer.from('x'), { crate: 0xffff_ffff })),
    frame('a crate longer than it is', upload(JSON.stringify(good), Buffer.from('x'), { crate: 10_000 })),
    frame('a crate shorter than it is', upload(JSON.stringify(good), Buffer.from('xxxxxx'), { crate: 2 })),
    frame('no crate', upload(JSON.stringify(good), Buffer.alloc(0))),
    frame('a crate that is none', said({})),
    frame(
      'deep metadata',
      upload(`{"name":"${name}","vers":"1.0.0","deps":${'['.repeat(depth)}${']'.repeat(depth)}}`),
    ),
    frame(
      'invalid UTF-8',
      upload(Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xc0]), Buffer.from('"}')])),
    ),
    ...['\0', '\ud800', '\udc00x'].flatMap((bad) => [
      frame('a name with broken characters', said({ name: `a${bad}` })),
      frame('a version with broken characters', said({ vers: `1.0.0-${bad}` })),
      frame('links with broken characters', said({ links: bad })),
      frame('a feature with broken characters', said({ features: { [bad]: [bad] } })),
      frame('a requirement with broken characters', said({ deps: [{ ...dependency, version_req: bad }] })),
      frame(
        'a target with broken characters',
        said({ deps: [{ ...dependency, target: bad, kind: 'normal' }] }),
      ),
    ]),
    frame(
      'polluted features',
      upload(
        `{"name":"${name}","vers":"1.0.0","deps":[],"features":{"__proto__":["x"],"constructor":["y"]}}`,
      ),
    ),
    frame('very many dependencies', said({ deps: Array.from({ length: 8_000 }, () => dependency) })),
    {
      what: 'a crate too large',
      body: [Buffer.concat([u32(2), Buffer.from('{}')]), u32(limit + MiB), ...pieces(limit + MiB)],
    },
    {
      what: 'a valid announcement of a crate too large',
      body: [said({}).subarray(0, -9), u32(limit + MiB), ...pieces(limit + MiB)],
    },
  ];
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function pieces(size: number): Buffer[] {
  const piece = Buffer.alloc(64 * 1024, 'a');
  return Array.from({ length: Math.ceil(size / piece.length) }, () => piece);
}
