import { expect, it } from 'vitest';
import type { ArchiveReader } from '../files/archive-reader.ts';
import { DomainError } from '../../domain/errors.ts';
import type { StoredFile } from '../../store/postgres/releases/artifacts.ts';
import { excerptAt, excerptsOf } from './excerpts.ts';
import type { ReviewedFile, ReviewFinding } from './review.ts';

const text = Buffer.from(Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join('\n'));

it('cuts the lines around a place, within the file', () => {
  expect(excerptAt(text, 10)).toEqual({
    firstLine: 7,
    lines: ['line 7', 'line 8', 'line 9', 'line 10', 'line 11', 'line 12', 'line 13'],
  });
  expect(excerptAt(text, 1)).toEqual({ firstLine: 1, lines: ['line 1', 'line 2', 'line 3', 'line 4'] });
  expect(excerptAt(text, 20)).toEqual({ firstLine: 17, lines: ['line 17', 'line 18', 'line 19', 'line 20'] });
  expect(excerptAt(text, 21)).toBeUndefined();
  expect(excerptAt(text, 0)).toBeUndefined();
});

it('shortens long lines, and leaves out bytes that are no text', () => {
  expect(excerptAt(Buffer.from('x'.repeat(10_000)), 1)?.lines[0]).toHaveLength(241);
  expect(excerptAt(Buffer.from(`${'x'.repeat(239)}👍`), 1)?.lines[0]).toBe(`${'x'.repeat(239)}…`);
  expect(excerptAt(Buffer.from('a\0b'), 1)).toBeUndefined();
  expect(() => excerptAt(Buffer.from([0xff, 0xfe]), 1)).toThrow(DomainError);
});

const finding = (path: string | null, line: number | null): ReviewFinding => ({
  id: null,
  kind: 'malware',
  severity: 'critical',
  title: 'Found',
  description: '',
  path,
  line,
});
const stored = { sha256: 'a', format: 'tar.gz', filename: 'left.tgz' } as unknown as StoredFile;
const reviewed = (findings: ReviewFinding[]) => ({
  files: [{ sha256: 'a', findings } as unknown as ReviewedFile],
});

it('reads members by their path with or without the wrapping folder', async () => {
  const archives: ArchiveReader = {
    list: async () => ({
      root: 'package/',
      members: [{ path: 'package/index.js', sizeBytes: text.length, sha256: null }],
    }),
    read: async () => ({ sizeBytes: text.length, body: text }),
  };
  const findings = [
    finding('package/index.js', 2),
    finding('index.js', 3),
    finding('gone.js', 1),
    finding(null, 1),
  ];
  const excerpts = await excerptsOf({ archives }, reviewed(findings), [stored]);
  expect(findings.map((each) => excerpts.get(each)?.firstLine)).toEqual([1, 1, undefined, undefined]);
  expect(excerpts.get(findings[1] ?? finding(null, null))?.lines).toContain('line 3');
});

it.each([
  ['is refused', new DomainError('overloaded', 'later')],
  ['ends the process that opens it', new Error('the scan took too long')],
])('shows what was found without lines where the archive %s', async (_, error) => {
  const refuse = async () => {
    throw error;
  };
  const excerpts = await excerptsOf(
    { archives: { list: refuse, read: refuse } },
    reviewed([finding('index.js', 2)]),
    [stored],
  );
  expect(excerpts.size).toBe(0);
});
