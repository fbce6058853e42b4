import type { Verifier } from '@sigstore/verify';
import { z } from 'zod';
import { parseBoundedJson } from '../../domain/json-shape.ts';
import { bodyLimits } from '../../domain/limits.ts';
import { DomainError } from '../../domain/errors.ts';
import { inputLimits } from '../../domain/limits/inputs.ts';
import type { AttestedBuild } from '../../domain/trusted-publisher.ts';
import { readAttestedBuild } from './attested-build.ts';
import { parseBundle, readStatement, refusal, verifySigner } from './bundle.ts';
import { readSignedBytes } from './signed-bytes.ts';
import { createVerifier } from './verifier.ts';

export interface SignedFile {
  /** The file's bytes in order. Read once, and only for a signature of the bytes. */
  pieces(): AsyncIterable<Uint8Array>;
  sha256: string;
  sha512: string;
}

/** A statement may have the digests of several files: a build makes several. */
const Statement = z.object({
  subject: z
    .array(z.object({ digest: z.record(z.string(), z.string()) }))
    .max(inputLimits['attested files'].count),
});

/** By trust root: reading a root takes longer than a check. */
const verifiers = new Map<string | null, Verifier>();

/**
 * Checks the bundle beside a file: it signs the file's bytes, or a statement about them. Sends no request.
 * @param what the bundle's name, the subject of the refusal's sentence
 * @throws DomainError `bad_request` for a malformed bundle, `policy_violation`
 */
export async function verifyFileBundle(
  text: Buffer,
  file: SignedFile,
  { root, what }: { root: string | null; what: string },
): Promise<{ signer: string | null; build: AttestedBuild | null }> {
  const bundle = parseBundle(parse(text, what), what);
  const content = await readSignedBytes(bundle, file);
  const identity = verifySigner(bundle, verifierFor(root), { what, content });
  if (bundle.content.$case === 'dsseEnvelope') {
    const { subject } = readStatement(bundle, Statement, { what, not: 'has no in-toto statement' });
    if (!subject.some(({ digest }) => isOf(digest, file))) throw refusal(what, 'is about another file');
  }
  const build = readAttestedBuild(identity);
  return { signer: identity?.subjectAlternativeName ?? null, build };
}

function parse(text: Buffer, what: string): unknown {
  try {
    return parseBoundedJson(text, bodyLimits['sigstore.bundle']);
  } catch (error) {
    throw new DomainError('bad_request', `${what} is no Sigstore bundle`, {}, error);
  }
}

function isOf(digest: Readonly<Record<string, string>>, { sha256, sha512 }: SignedFile): boolean {
  const said = [digest['sha256'], digest['sha512']].filter((each) => each !== undefined);
  // all given digests must be correct
  return said.length > 0 && said.every((each) => [sha256, sha512].includes(each.toLowerCase()));
}

function verifierFor(root: string | null): Verifier {
  const known = verifiers.get(root);
  if (known) return known;
  const verifier = createVerifier(root);
  verifiers.set(root, verifier);
  return verifier;
}
