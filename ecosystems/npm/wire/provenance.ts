import { bundleToJSON } from '@sigstore/bundle';
import type { Verifier } from '@sigstore/verify';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import type { AttestedBuild } from '../../../domain/trusted-publisher.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import { parseBundle, readStatement, refusal, verifyBuild } from '../../sigstore/bundle.ts';
import { limits } from '../format/limits.ts';

/** The required subject of an attestation. */
export interface Subject {
  name: string;
  version: string;
  sha512Hex: string;
}

export interface Provenance {
  predicateType: string;
  /** The verified part, without other members from the client. */
  bundle: unknown;
  build: AttestedBuild;
}

const what = 'the provenance attestation';

const Statement = z.object({
  _type: z.enum(['https://in-toto.io/Statement/v1', 'https://in-toto.io/Statement/v0.1']),
  predicateType: z.enum(['https://slsa.dev/provenance/v1', 'https://slsa.dev/provenance/v0.2']),
  subject: z.array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })),
});
type Statement = z.infer<typeof Statement>;

/**
 * Checks the certificate, the logs and the signature of a Sigstore bundle, and that the bundle is about this file.
 * Sends no request. @throws DomainError `bad_request` for a malformed bundle, `policy_violation`
 */
export function verifyProvenance(text: string, subject: Subject, verifier: Verifier): Provenance {
  const bundle = parseBundle(parse(text), what);
  const build = verifyBuild(bundle, verifier, { what });
  const statement = readStatement(bundle, Statement, { what, not: 'is no SLSA provenance' });
  assertSubject(statement, subject);
  return { predicateType: statement.predicateType, bundle: bundleToJSON(bundle), build };
}

function parse(text: string): unknown {
  const { bytes } = limits.attestation;
  if (text.length > bytes) throw new DomainError('too_large', `${what} is too large`);
  try {
    return parseBoundedJson(Buffer.from(text), limits.attestation);
  } catch (error) {
    throw new DomainError('bad_request', `${what} is no Sigstore bundle`, {}, error);
  }
}

function assertSubject({ subject }: Statement, { name, version, sha512Hex }: Subject): void {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [only, ...others] = subject;
  if (only === undefined || others.length > 0) throw refusal(what, 'must have exactly one subject');
  if (only.name !== purl) throw refusal(what, `is about ${only.name.slice(0, 300)}, not about ${purl}`);
  if (only.digest['sha512']?.toLowerCase() !== sha512Hex) throw refusal(what, 'is about another tarball');
}
