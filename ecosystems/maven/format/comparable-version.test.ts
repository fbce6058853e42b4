import { describe, expect, it } from 'vitest';
import { compareMavenVersions } from './comparable-version.ts';

/** In the order of `java -jar maven-artifact.jar` (org.apache.maven.artifact.versioning.ComparableVersion). */
const chains: readonly (readonly string[])[] = [
  ['1.0-alpha-1', '1.0-beta', '1.0-rc1', '1.0-SNAPSHOT', '1.0', '1.0-sp1', '1.0-foo', '1.0-1', '1.0.1'],
  ['1.0.RC2', '1.0-RC3', '1.0.1'],
  ['1-a1', '1-b1', '1-m1', '1-cr1', '1-cr2', '1'],
  ['4.0.0.Beta3', '4.0.0.Final', '4.0.1.Final'],
  ['r03', 'r09', 'r10'],
  ['1.0-jre8', '1.0-jre11'],
];

const equal = [
  ['1', '1.0', '1.0.0', '1-ga', '1.0.final', '1-release', '01'],
  ['1.0-1', '1-1', '1.0.0-1'],
  ['1.0-rc1', '1.0-CR1', '1.0rc1'],
  ['1-a1', '1-alpha-1', '1alpha1'],
];

describe('the order of Maven', () => {
  it.each(chains)('%s < %s …', (...chain) => {
    for (const [i, a] of chain.entries()) {
      for (const [j, b] of chain.entries()) {
        expect([a, b, Math.sign(compareMavenVersions(a, b))]).toEqual([a, b, Math.sign(i - j)]);
      }
    }
  });

  it.each(equal)('%s = %s …', (...versions) => {
    for (const a of versions) for (const b of versions) expect(compareMavenVersions(a, b)).toBe(0);
  });

  it('takes a version of any shape in no time', () => {
    const long = `${'1-'.repeat(2_000)}x`;
    expect(compareMavenVersions(long, long)).toBe(0);
    expect(compareMavenVersions('9'.repeat(4_000), '8'.repeat(4_000))).toBe(1);
  });
});
