import type { Verifier } from '@sigstore/verify';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import type { AttestedBuild } from '../../../domain/trusted-publisher.ts';
import { parseBundle, readStatement, refusal, verifyBuild } from '../../sigstore/bundle.ts';
import { limits } from '../format/limits.ts';
import { normalise } from '../format/name.ts';

/** The required subject of an attestation. */
export interface Subject {
  filename: string;
  sha256: string;
}

export interface VerifiedAttestation {
  /** The verified part, without other members from the client. */
  attestation: unknown;
  build: AttestedBuild;
}

const base64 = z.base64().min(1);

/** PEP 740, "Attestation objects". */
const Attestation = z.object({
  version: z.literal(1),
  verification_material: z.object({
    certificate: base64,
    transparency_entries: z
      .array(z.record(z.string(), z.unknown()))
      .min(1)
      .max(limits['transparency entries'].count),
  }),
  envelope: z.object({ statement: base64, signature: base64 }),
});
type Attestation = z.infer<typeof Attestation>;

const predicates = [
  'https://docs.pypi.org/attestations/publish/v1',
  'https://slsa.dev/provenance/v1',
] as const;

const Statement = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  predicateType: z.enum(predicates),
  subject: z.array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })),
});
type Statement = z.infer<typeof Statement>;

const what = 'the attestation';
const bundleType = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/**
 * Checks each attestation of the form field: certificate, logs, signature, and that it is about this file.
 * Sends no request. @throws DomainError `bad_request`, `too_large`, `policy_violation`
 */
export function verifyAttestations(
  text: string,
  subject: Subject,
  verifier: Verifier,
): VerifiedAttestation[] {
  const seen = new Set<string>();
  return parseAttestations(text).map((attestation) => {
    const bundle = parseBundle(toBundle(attestation), what);
    const build = verifyBuild(bundle, verifier, { what });
    const statement = readStatement(bundle, Statement, { what, not: 'has a statement of no known kind' });
    assertSubject(statement, subject);
    if (seen.has(statement.predicateType)) {
      throw refusal(what, `is the second of the kind ${statement.predicateType}`);
    }
    seen.add(statement.predicateType);
    return { attestation, build };
  });
}

function parseAttestations(text: string): Attestation[] {
  if (text.length > limits.attestations.bytes) {
    throw new DomainError('too_large', 'the attestations are too large');
  }
  const list = z.array(Attestation).min(1).max(limits.attestations.count);
  try {
    return list.parse(parseBoundedJson(Buffer.from(text), limits.attestations));
  } catch (error) {
    const detail = `the attestations are no list of one to ${limits.attestations.count} attestations (PEP 740, version 1)`;
    throw new DomainError('bad_request', detail, {}, error);
  }
}

/** The attestation as a Sigstore bundle for verification: PEP 740 omits constant members. */
function toBundle({ verification_material: material, envelope }: Attestation): unknown {
  return {
    mediaType: bundleType,
    verificationMaterial: {
      certificate: { rawBytes: material.certificate },
      tlogEntries: material.transparency_entries,
    },
    dsseEnvelope: {
      payload: envelope.statement,
      payloadType: 'application/vnd.in-toto+json',
      signatures: [{ sig: envelope.signature, keyid: '' }],
    },
  };
}

function assertSubject({ subject }: Statement, { filename, sha256 }: Subject): void {
  const [only, ...others] = subject;
  if (only === undefined || others.length > 0) throw refusal(what, 'must have exactly one subject');
  // clients sign under the file's normalised name
  if (normalise(only.name) !== normalise(filename)) {
    throw refusal(what, `is about ${only.name.slice(0, 300)}, not about ${filename}`);
  }
  if (only.digest['sha256']?.toLowerCase() !== sha256) throw refusal(what, 'is about other bytes');
}
