import { beforeAll, expect, test } from 'vitest';
import { gunzipSync } from 'node:zlib';
import { crateManifest, nuspec } from '../archives/build.ts';
import { jarAttacks, oddJars } from '../archives/jar-attacks.ts';
import { type Attacks, tgzAttacks } from '../archives/tgz-attacks.ts';
import { zipAttacks } from '../archives/zip-attacks.ts';
import { compare, type Comparison } from './compare.ts';
import { gzipCorpus } from './gzip-corpus.ts';
import { tarCorpus } from './tar-corpus.ts';
import { zipCorpus } from './zip-corpus.ts';

/** Large archives are left out: clients list every entry, which would take minutes. */
const isSmall = (kind: string): boolean => !/bomb|too many|too large|zeros|gigabytes/.test(kind);

let result: Comparison;

beforeAll(async () => {
  const zips = { ...zipAttacks('probe', nuspec('probe')), ...jarAttacks(), ...oddJars() };
  const tgz = tgzAttacks('probe-1.0.0', crateManifest('probe'));
  result = await compare({
    zip: { ...small(zips), ...damaged(zipCorpus(), 'zip') },
    tgz: { ...small(tgz), ...damaged(gzipCorpus(), 'tgz') },
    tar: { ...unpacked(small(tgz)), ...damaged(tarCorpus(), 'tar') },
  });
}, 600_000);

test('no hostile archive, nor a damaged one, shows a client a name that the scanner has not seen', () => {
  expect(result.missed).toEqual([]);
});

function small(attacks: Attacks): Attacks {
  return Object.fromEntries(Object.entries(attacks).filter(([kind]) => isSmall(kind)));
}

/** The attacks whose gzip data is complete. */
function unpacked(attacks: Attacks): Attacks {
  return Object.fromEntries(Object.entries(attacks).map(([kind, build]) => [kind, () => gunzipped(build())]));
}

function gunzipped(body: Buffer): Buffer {
  try {
    return gunzipSync(body);
  } catch {
    return body;
  }
}

/** Copies of each archive with changed bytes in the headers; the same in every run. */
function damaged(attacks: Attacks, format: string): Attacks {
  const found: Attacks = {};
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 1;
    return state % below;
  };
  for (const [kind, build] of Object.entries(attacks)) {
    const body = build();
    for (let round = 0; round < 8; round += 1) {
      const copy = Buffer.from(body);
      const at = random(copy.length);
      copy[at] = [0, 1, 0x2e, 0x2f, 0xff, random(256)][random(6)] ?? 0;
      found[`${format}: ${kind}, ${round}: byte ${at}`] = () => copy;
    }
  }
  return found;
}
