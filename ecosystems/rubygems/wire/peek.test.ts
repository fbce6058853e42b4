import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../../../domain/errors.ts';
import { createRandom, type Random } from '../../../test/security/random.ts';
import { buildGem, specificationOf } from '../fixtures/gem.ts';
import { parseGemspec } from '../format/gemspec.ts';
import { peekSpecification, specificationReader } from './peek.ts';

const seed = 20_260_301;
const draft = {
  name: 'probe',
  version: '1.0.0',
  dependencies: [['rack', '>=', '2.0']] as const,
  metadata: { homepage_uri: 'https://probe.test' },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-peek-'));
});
afterAll(() => rm(folder, { recursive: true }));

const pieces = [
  '\n',
  '- ',
  ': ',
  '&a ',
  '*a ',
  '!ruby/object:Gem::Version',
  '!!binary ',
  '"',
  "'",
  '[',
  '{',
  '|\n',
  '%',
  '\t',
  '\u0000',
  '---\n',
];

function changed(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  const rest = bytes.subarray(at + random.below(8));
  if (random.below(10) === 0) return bytes.subarray(0, at);
  const piece = random.below(2) === 0 ? Buffer.from(random.pick(pieces)) : Buffer.from([random.below(256)]);
  return Buffer.concat([bytes.subarray(0, at), piece, rest]);
}

/** Characters that would change the meaning of the index. */
const unsafe = /[\s,|&]/;

describe(`altered gems (seed ${seed})`, () => {
  it('have a specification that the index can hold, or are refused in words', () => {
    const random = createRandom(seed);
    const found: object[] = [];
    let refused = 0;

    for (let round = 0; round < 2_000; round += 1) {
      let bytes = Buffer.from(specificationOf(draft));
      for (let times = 1 + random.below(3); times > 0; times -= 1)
        bytes = Buffer.from(changed(bytes, random));
      try {
        const { dependencies, requiredRuby, requiredRubygems } = parseGemspec(bytes);
        const numbers = [
          ...requiredRuby,
          ...requiredRubygems,
          ...dependencies.flatMap(({ clauses }) => clauses),
        ];
        const texts = [...dependencies.map(({ name }) => name), ...numbers.map(([, number]) => number)];
        if (texts.some((text) => unsafe.test(text))) found.push({ round, texts });
      } catch (error) {
        if (!(error instanceof DomainError)) found.push({ round, error: String(error) });
        refused += 1;
      }
    }

    expect(found).toEqual([]);
    expect(refused).toBeGreaterThan(200);
  }, 120_000);

  it('are looked at within their bytes', async () => {
    const random = createRandom(seed);
    const gem = await buildGem(draft);
    const path = join(folder, 'probe.gem');
    const found: object[] = [];

    for (let round = 0; round < 400; round += 1) {
      await writeFile(path, changed(changed(gem, random), random));
      try {
        specificationReader.read(await peekSpecification(path), null);
      } catch (error) {
        if (!(error instanceof DomainError)) found.push({ round, error: String(error) });
      }
    }

    expect(found).toEqual([]);
    expect(specificationReader.read(gzipSync(specificationOf(draft)), null)).toMatchObject({ name: 'probe' });
  }, 120_000);
});
