import { expect, it, test } from 'vitest';
import { type BundleStanding, countBundle, noHints, riskOf } from './bundle-analysis.ts';
import type { Severity } from './findings.ts';

const none = countBundle([], [], noHints);
const standing = (...severities: Severity[]): BundleStanding => ({
  version: '1.0.0',
  artifactCount: 1,
  artifactBytes: 1,
  sentBytes: 1,
  hasNativeCode: false,
  installScripts: 0,
  findings: severities.map((severity) => ({ kind: 'vulnerability', severity })),
});

it('counts files and the kinds of dependencies', () => {
  const kinds = ['runtime', 'runtime', 'dev', 'peer', 'optional', 'build'] as const;
  const dependencies = kinds.map((kind) => ({ name: 'a', requirement: '*', kind }));

  const facts = countBundle(dependencies, [{ size: 3 }, { size: 4 }], { ...noHints, layers: 2 });

  expect(facts).toMatchObject({
    fileCount: 2,
    unpackedBytes: 7,
    direct: 5,
    runtime: 2,
    development: 1,
    peer: 1,
    optional: 1,
    layers: 2,
  });
});

test.each([
  { severities: [], score: 0, level: 'low', worst: null },
  { severities: ['info'], score: 2, level: 'low', worst: 'info' },
  { severities: ['low', 'low', 'low'], score: 18, level: 'moderate', worst: 'low' },
  { severities: ['medium'], score: 15, level: 'moderate', worst: 'medium' },
  { severities: ['high'], score: 30, level: 'high', worst: 'high' },
  { severities: ['medium', 'medium', 'medium'], score: 45, level: 'high', worst: 'medium' },
  { severities: ['critical'], score: 50, level: 'critical', worst: 'critical' },
  { severities: ['high', 'high', 'high'], score: 70, level: 'critical', worst: 'high' },
] as const)('of open findings $severities the risk is $score, $level', ({ severities, ...risk }) => {
  expect(riskOf(none, standing(...severities))).toMatchObject(risk);
});

test.each([
  [{ direct: 9 }, 0],
  [{ direct: 10 }, 4],
  [{ direct: 25 }, 8],
  [{ direct: 50 }, 12],
  [{ direct: 100 }, 20],
])('%j weighs %d', (facts, score) => {
  expect(riskOf({ ...none, ...facts }, standing()).score).toBe(score);
});

test.each([
  [1, 12],
  [2, 18],
])('%d install scripts weigh %d', (installScripts, score) => {
  expect(riskOf(none, { ...standing(), installScripts }).score).toBe(score);
});

it('is never more than 100', () => {
  const facts = { ...none, direct: 100 };
  const worst = { ...standing('critical', 'critical'), hasNativeCode: true, installScripts: 2 };

  expect(riskOf(facts, worst)).toMatchObject({ score: 100, level: 'critical', factors: { length: 4 } });
});
