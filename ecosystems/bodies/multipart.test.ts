import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { DomainError } from '../../domain/errors.ts';
import { packageForm } from '../nuget/fixtures/form.ts';
import { receiveFirstPart } from './multipart.ts';

const limits = { form: { bytes: 1024 * 1024, count: 10 }, field: { bytes: 1024 } };

/** Bytes in pieces of `size`, so that a cut can be anywhere in a boundary. */
function pieces(bytes: Buffer, size: number): Readable {
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);
  return Readable.from(starts.map((start) => bytes.subarray(start, start + size)));
}

function form(body: Readable, headers: Record<string, string>, changes: { maxBytes?: number } = {}) {
  const discarded: Buffer[] = [];
  const result = receiveFirstPart({
    limits,
    headers,
    body,
    maxBytes: changes.maxBytes ?? 10_000_000,
    receive: buffer,
    discard: async (received) => void discarded.push(received),
  });
  return { result, discarded };
}

const content = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 31) % 256));

test.each([1, 7, 64, 100_000])('the first part arrives whole in pieces of %i bytes', async (size) => {
  const { payload, headers } = packageForm(content);

  expect(await form(pieces(payload, size), headers).result).toEqual(content);
});

test.each([
  ['another name', { disposition: 'form-data; name="upload"; filename="x.bin"' }],
  ['no file name', { disposition: 'form-data; name="field"' }],
  ['parts after it', { more: 'Content-Disposition: form-data; name="package"; filename="b"\r\n\r\nother' }],
])('the first part is taken with %s', async (_title, options) => {
  const { payload, headers } = packageForm(content, options);

  expect(await form(pieces(payload, 1000), headers).result).toEqual(content);
});

test('a form of very many parts is no push, and is not parsed to its end', async () => {
  const more = Array.from({ length: 50_000 }, () => 'Content-Disposition: form-data; name="a"\r\n\r\nb');
  const { payload, headers } = packageForm(content, { more: more.join('\r\n--rookery\r\n') });
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const body = Buffer.from(
    payload.toString('latin1').replaceAll('--rookery\r\n', `--${boundary}\r\n`),
    'latin1',
  );

  const { result } = form(pieces(body, 64 * 1024), headers);

  await expect(result).rejects.toMatchObject({ code: 'bad_request' });
});

test.each(['before', 'behind'])('a text %s the package is heard', async (place) => {
  const file = `Content-Disposition: form-data; name="package"; filename="a"\r\n\r\nthe package`;
  const text = 'Content-Disposition: form-data; name="groupId"\r\n\r\nspring';
  const other = 'Content-Disposition: form-data; name="other"\r\n\r\nx';
  const parts = place === 'before' ? [text, other, file] : [other, file, text];
  const heard: string[] = [];

  const received = await receiveFirstPart({
    limits,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: pieces(Buffer.from(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`), 7),
    maxBytes: 1_000,
    name: 'package',
    fields: { names: ['groupId'], set: (name, value) => heard.push(name, value) },
    receive: buffer,
    discard: async () => {},
  });

  expect([received.toString(), heard]).toEqual(['the package', ['groupId', 'spring']]);
});

test('a text that is longer than any is refused, and the package thrown away', async () => {
  const file = `Content-Disposition: form-data; name="package"; filename="a"\r\n\r\nthe package`;
  const text = `Content-Disposition: form-data; name="groupId"\r\n\r\n${'x'.repeat(2_000)}`;
  const discarded: string[] = [];

  const refused = receiveFirstPart({
    limits,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: pieces(Buffer.from(`--b\r\n${file}\r\n--b\r\n${text}\r\n--b--\r\n`), 64),
    maxBytes: 1_000,
    name: 'package',
    fields: { names: ['groupId'], set: () => {} },
    receive: buffer,
    discard: async (received) => void discarded.push(received.toString()),
  });

  await expect(refused).rejects.toMatchObject({ code: 'bad_request' });
  expect(discarded).toEqual(['the package']);
});

test('an empty first part is an empty package', async () => {
  const { payload, headers } = packageForm(Buffer.alloc(0));

  expect(await form(pieces(payload, 1000), headers).result).toEqual(Buffer.alloc(0));
});

test.each([
  ['no boundary', { 'content-type': 'multipart/form-data; charset=x' }, 'bad_request'],
  ['another type', { 'content-type': 'application/json' }, 'unsupported_media_type'],
  ['no type', {}, 'unsupported_media_type'],
  ['a boundary that never comes', { 'content-type': 'multipart/form-data; boundary=zzz' }, 'bad_request'],
] as const)('a form with %s is refused', async (_title, headers, code) => {
  const { payload } = packageForm(content);

  await expect(form(pieces(payload, 1000), headers).result).rejects.toMatchObject({ code });
});

test('a form that is cut off is refused', async () => {
  const { payload, headers } = packageForm(content, { isCutOff: true });

  await expect(form(pieces(payload, 1000), headers).result).rejects.toMatchObject({ code: 'bad_request' });
});

test('a complete part is thrown away when the form behind it is cut off', async () => {
  const { payload, headers } = packageForm(content, {
    more: 'Content-Disposition: form-data; name="b"\r\n\r\nx',
  });
  const { result, discarded } = form(pieces(payload.subarray(0, -45), 1000), headers);

  await expect(result).rejects.toMatchObject({ code: 'bad_request' });
  expect(discarded).toEqual([content]);
});

test('a client that goes away is refused, and the part ends with it', async () => {
  const { payload, headers } = packageForm(content);
  const body = Readable.from(
    (async function* () {
      yield payload.subarray(0, 3000);
      throw new Error('aborted');
    })(),
  );

  await expect(form(body, headers).result).rejects.toMatchObject({ code: 'bad_request' });
});

test('everything around the part is limited too', async () => {
  const more = `Content-Disposition: form-data; name="b"\r\n\r\n${'x'.repeat(2_000_000)}`;
  const { payload, headers } = packageForm(content, { more });

  const { result } = form(pieces(payload, 10_000), headers, { maxBytes: content.length });

  await expect(result).rejects.toMatchObject({ code: 'too_large' });
});

test('what refuses the part is what the caller hears, and the rest is still read', async () => {
  const { payload, headers } = packageForm(Buffer.alloc(500_000));
  const body = pieces(payload, 10_000);
  const ended = new Promise((resolve) => body.once('end', resolve));

  const result = receiveFirstPart({
    limits,
    headers,
    body,
    maxBytes: 1_000_000,
    receive: () => Promise.reject(new DomainError('too_large', 'no')),
    discard: () => Promise.resolve(),
  });

  await expect(result).rejects.toMatchObject({ code: 'too_large' });
  await ended;
});
