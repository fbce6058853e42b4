import { describe, expect, test } from 'vitest';
import { DomainError } from './errors.ts';
import { readOsv } from './osv.ts';

const canonical = (raw: string) => {
  if (raw === '') throw new DomainError('invalid_name', 'no name');
  return raw.toLowerCase();
};
const read = (json: unknown) => readOsv(json, 'NuGet', canonical);

/** In the form of a reviewed record of a large database. */
const record = {
  schema_version: '1.6.0',
  id: 'GHSA-aaaa-bbbb-cccc',
  modified: '2026-03-01T10:00:00.123Z',
  published: '2026-02-01T10:00:00Z',
  aliases: ['CVE-2026-0001'],
  summary: 'Denial of service in Probe.Json',
  details: 'Deeply nested texts end the process.',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }],
  affected: [
    {
      package: { ecosystem: 'NuGet', name: 'Probe.Json', purl: 'pkg:nuget/Probe.Json' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '13.0.1' }] }],
      versions: ['12.0.3'],
      database_specific: { source: 'https://advisories.example/1' },
    },
  ],
  references: [
    { type: 'WEB', url: 'https://example.com/fix' },
    { type: 'ADVISORY', url: 'https://nvd.example/CVE-2026-0001' },
    { type: 'WEB', url: 'javascript:alert(1)' },
  ],
  database_specific: { cwe_ids: ['CWE-755'], severity: 'HIGH', github_reviewed: true },
};

test('a record is read with its ranges, severity, score and addresses', () => {
  expect(read(record)).toEqual({
    id: 'GHSA-aaaa-bbbb-cccc',
    aliases: ['CVE-2026-0001'],
    summary: 'Denial of service in Probe.Json',
    details: 'Deeply nested texts end the process.',
    severity: 'high',
    cvss: { score: 7.5, vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
    cwes: ['CWE-755'],
    url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    references: ['https://example.com/fix', 'https://nvd.example/CVE-2026-0001'],
    modifiedAt: new Date('2026-03-01T10:00:00.123Z'),
    withdrawnAt: null,
    affected: [
      {
        name: 'Probe.Json',
        nameKey: 'probe.json',
        ranges: [[{ introduced: '0' }, { fixed: '13.0.1' }]],
        versions: ['12.0.3'],
      },
    ],
  });
});

describe('severity', () => {
  const [affected] = record.affected;
  test.each<[string, object, string | null]>([
    ['is what the database says', { database_specific: { severity: 'MODERATE' } }, 'medium'],
    ['is computed where it says nothing', { database_specific: {} }, 'high'],
    [
      'is unknown without either',
      { database_specific: {}, severity: [{ type: 'CVSS_V4', score: 'CVSS:4.0/AV:N' }] },
      null,
    ],
    [
      'is found beside the package',
      { severity: [], database_specific: null, affected: [{ ...affected, severity: record.severity }] },
      'high',
    ],
    [
      'of malicious packages is critical',
      { id: 'MAL-2026-1', severity: [], database_specific: {} },
      'critical',
    ],
  ])('%s', (_what, change, severity) => {
    expect(read({ ...record, ...change })).toMatchObject({ severity });
  });
});

test('ranges of one package are put together, those of commits and of other ecosystems left out', () => {
  const [affected] = record.affected;
  const others = [
    { ...affected, package: { ecosystem: 'npm', name: 'probe-json' } },
    { package: { ecosystem: 'NuGet', name: '' }, versions: ['1.0.0'] },
    { versions: ['1.0.0'] },
    {
      package: { ecosystem: 'NuGet', name: 'probe.JSON' },
      ranges: [
        { type: 'GIT', repo: 'https://example.com/r', events: [{ introduced: '0' }] },
        { type: 'SEMVER', events: [{ introduced: '14.0.0' }, { last_affected: '14.2.0' }, { limit: '*' }] },
      ],
    },
  ];

  expect(read({ ...record, affected: [affected, ...others] })?.affected).toEqual([
    {
      name: 'Probe.Json',
      nameKey: 'probe.json',
      ranges: [
        [{ introduced: '0' }, { fixed: '13.0.1' }],
        [{ introduced: '14.0.0' }, { lastAffected: '14.2.0' }],
      ],
      versions: ['12.0.3'],
    },
  ]);
});

test('a withdrawn record says when, and one without an advisory page leads to the database', () => {
  const withdrawn = read({ ...record, id: 'X-1', withdrawn: '2026-04-01T00:00:00Z', references: null });

  expect(withdrawn).toMatchObject({
    withdrawnAt: new Date('2026-04-01T00:00:00Z'),
    url: 'https://osv.dev/vulnerability/X-1',
  });
});

test.each<[string, unknown]>([
  ['about other ecosystems', { ...record, affected: [{ package: { ecosystem: 'npm', name: 'x' } }] }],
  ['about nothing', { ...record, affected: [] }],
])('a record %s is none of ours', (_what, json) => {
  expect(read(json)).toBeNull();
});

test.each<[string, unknown]>([
  ['no object', 'text'],
  ['without an id', { ...record, id: undefined }],
  ['with a strange id', { ...record, id: '../x' }],
  ['without a time', { ...record, modified: 'yesterday' }],
  [
    'with more events than anybody writes',
    {
      ...record,
      affected: [
        {
          ...record.affected[0],
          ranges: [{ type: 'SEMVER', events: Array.from({ length: 1_001 }, () => ({ introduced: '0' })) }],
        },
      ],
    },
  ],
  ['with what no database holds', { ...record, summary: 'a\0b' }],
])('a record %s is refused', (_what, json) => {
  expect(read(json)).toBeUndefined();
});

test('long texts are cut', () => {
  const long = read({ ...record, summary: 's'.repeat(1_000), details: '💥'.repeat(20_000) });

  expect([long?.summary.length, long?.details.length]).toEqual([500, 20_000]);
});
