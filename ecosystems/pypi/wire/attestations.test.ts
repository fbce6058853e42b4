import { beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../../../domain/errors.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import { createRandom, type Random } from '../../../test/security/random.ts';
import { createSigstore, type TestSigstore } from '../../sigstore/fixtures/sigstore.ts';
import { createVerifier } from '../../sigstore/verifier.ts';
import { attestationOf } from '../fixtures/attestation.ts';
import { verifyAttestations } from './attestations.ts';

const seed = 20_260_301;
const filename = 'probe-1.0.0-py3-none-any.whl';
const subject = { filename, sha256: sha256Hex('wheel') };

let sigstore: TestSigstore;
let good: string;
beforeAll(async () => {
  sigstore = await createSigstore();
  const about = {
    name: filename,
    digest: { sha256: subject.sha256 },
    predicateType: 'https://docs.pypi.org/attestations/publish/v1',
  };
  good = JSON.stringify([attestationOf(await sigstore.attest(about))]);
});

/** Replacement values. */
const strange: readonly unknown[] = [
  null,
  0,
  -1,
  '',
  'x',
  [],
  {},
  [[]],
  true,
  '\u0000',
  'A'.repeat(5_000),
  1e300,
];

/** Replaces or removes one member or element. */
function withOneChanged(value: unknown, random: Random): unknown {
  const members = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (members.length === 0 || random.below(6) === 0) return random.pick(strange);
  // a value with members is an object or a list
  const copy = structuredClone(value) as Record<string, unknown>;
  const key = random.pick(members);
  if (random.below(6) === 0) delete copy[key];
  else copy[key] = withOneChanged(copy[key], random);
  return copy;
}

/** Replaces one character, or cuts the text. */
function withOneCharacter(text: string, random: Random): string {
  const at = random.below(text.length);
  if (random.below(8) === 0) return text.slice(0, at);
  return text.slice(0, at) + random.text('AZaz09+/="{}[],:\\ \u0000', 1) + text.slice(at + 1);
}

describe(`altered attestations (seed ${seed})`, () => {
  it('are what they were, or refused in words', () => {
    const random = createRandom(seed);
    const verifier = createVerifier(sigstore.trustedRoot);
    const outcomes = { same: 0, refused: 0 };
    const found: object[] = [];

    for (let round = 0; round < 600; round += 1) {
      const text =
        round % 2 === 0
          ? withOneCharacter(good, random)
          : JSON.stringify(withOneChanged(JSON.parse(good), random) ?? null);
      try {
        const [verified] = verifyAttestations(text, subject, verifier);
        // the signed part decides; only checked parts of the rest are used
        if (verified?.build.repository === undefined) found.push({ round, text: text.slice(0, 200) });
        outcomes.same += 1;
      } catch (error) {
        if (!(error instanceof DomainError)) found.push({ round, error: String(error) });
        outcomes.refused += 1;
      }
    }

    expect(found).toEqual([]);
    expect(verifyAttestations(good, subject, verifier)).toHaveLength(1);
    expect(outcomes.refused).toBeGreaterThan(400);
  }, 120_000);
});
