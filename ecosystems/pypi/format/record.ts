import { createHash } from 'node:crypto';
import { DomainError } from '../../../domain/errors.ts';
import type { OpenedArchive } from '../../../domain/archive.ts';
import { withoutTrailing } from '../../../domain/trim-end.ts';
import { decodeUtf8 } from '../../../domain/utf8.ts';
import { limits } from './limits.ts';

interface Line {
  algorithm: string;
  digest: string;
  size: string;
}

/** Files without a digest in RECORD (PEP 427): RECORD itself, and signatures, which are added later. */
const unlisted = ['RECORD', 'RECORD.jws', 'RECORD.p7s'];

const algorithms: ReadonlySet<string> = new Set(['sha256', 'sha384', 'sha512']);

/**
 * Checks that every file of a wheel is in its RECORD with the right digest: not all installers check RECORD.
 * @throws DomainError `invalid_archive`
 */
export async function assertRecorded(wheel: OpenedArchive, distInfo: string): Promise<void> {
  const path = `${distInfo}/RECORD`;
  if (!wheel.entries.some((entry) => entry.path === path)) throw refused('has no RECORD');
  const lines = parseRecord(await wheel.read(path, limits.record.bytes));
  const exempt = new Set(unlisted.map((name) => `${distInfo}/${name}`));
  const total = wheel.entries.reduce((sum, { size }) => sum + size, 0);
  for (const entry of wheel.entries) {
    if (exempt.has(entry.path)) continue;
    const line = lines.get(entry.path);
    if (line === undefined) throw refused(`has ${entry.path.slice(0, 200)}, which is not in its RECORD`);
    if (line.size !== '' && Number(line.size) !== entry.size) throw differs(entry.path);
    if (!algorithms.has(line.algorithm)) throw refused(`has no strong digest of ${entry.path.slice(0, 200)}`);
    if (total > limits['hashed wheel'].bytes) continue;
    const body = await wheel.read(entry.path, entry.size);
    const digest = createHash(line.algorithm).update(body).digest('base64url');
    if (digest !== withoutTrailing(line.digest, '=')) throw differs(entry.path);
  }
  const there = new Set(wheel.entries.map((entry) => entry.path));
  for (const listed of lines.keys()) {
    if (!there.has(listed) && !exempt.has(listed) && !listed.endsWith('/')) {
      throw refused(`lacks ${listed.slice(0, 200)}, which is in its RECORD`);
    }
  }
}

/** Parses CSV of path, digest and size; only paths may be quoted. */
function parseRecord(bytes: Buffer): ReadonlyMap<string, Line> {
  const text = decodeUtf8(bytes, { what: 'the RECORD', code: 'invalid_archive' });
  const lines = new Map<string, Line>();
  for (const row of text.split(/\r?\n/)) {
    if (row === '') continue;
    const [path, rest] = row.startsWith('"') ? quoted(row) : plain(row);
    if (lines.has(path)) throw refused(`lists ${path.slice(0, 200)} twice in its RECORD`);
    const [hash = '', size = ''] = rest.split(',');
    const equals = hash.indexOf('=');
    lines.set(path, { algorithm: hash.slice(0, Math.max(equals, 0)), digest: hash.slice(equals + 1), size });
  }
  return lines;
}

function plain(row: string): [path: string, rest: string] {
  const last = row.lastIndexOf(',');
  const comma = row.lastIndexOf(',', last - 1);
  if (comma <= 0) throw refused('has a RECORD that can not be read');
  return [row.slice(0, comma), row.slice(comma + 1)];
}

function quoted(row: string): [path: string, rest: string] {
  let end = 1;
  while (end < row.length) {
    if (row[end] !== '"') end += 1;
    else if (row[end + 1] === '"') end += 2;
    else break;
  }
  if (row[end] !== '"' || row[end + 1] !== ',') throw refused('has a RECORD that can not be read');
  return [row.slice(1, end).replaceAll('""', '"'), row.slice(end + 2)];
}

const refused = (what: string) => new DomainError('invalid_archive', `the wheel ${what}`);
const differs = (path: string) => refused(`has ${path.slice(0, 200)}, which is not what its RECORD says`);
