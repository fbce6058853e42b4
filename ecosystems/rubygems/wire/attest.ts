import { createReadStream } from 'node:fs';
import { bundleToJSON } from '@sigstore/bundle';
import type { Verifier } from '@sigstore/verify';
import { z } from 'zod';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { fileBuildOf } from '../../../domain/file-build.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import type { AttestedBuild } from '../../../domain/trusted-publisher.ts';
import type { RouteContext } from '../../context/context.ts';
import { parseBundle, readStatement, refusal, verifyBuild } from '../../sigstore/bundle.ts';
import { readSignedBytes } from '../../sigstore/signed-bytes.ts';
import { verifierOf } from '../../sigstore/verifier.ts';
import { limits } from '../format/limits.ts';
import type { Declaration } from '../format/metadata.ts';

const what = 'the attestation';

/** The uploaded gem: its bytes and its other identifiers. */
interface Attested {
  path: string;
  sha256: string;
}

const Statement = z.object({
  _type: z.enum(['https://in-toto.io/Statement/v1', 'https://in-toto.io/Statement/v0.1']),
  subject: z.array(z.object({ digest: z.record(z.string(), z.string()) })),
});

/**
 * The bundles that the gem's release keeps: each must be genuine, about these bytes, and by a build that may publish
 * the gem. For a gem without trusted publishers bundles prove nothing and are not kept.
 * @throws DomainError `bad_request`, `too_large`, `policy_violation`
 */
export async function attest(
  context: RouteContext,
  caller: Caller,
  { text, ...gem }: Attested & { name: string; text: string },
): Promise<Declaration> {
  const kept: { bundle: unknown; build: AttestedBuild }[] = [];
  for (const sent of parseList(text)) {
    const { build, bundle } = await verifyAttestation(sent, gem, verifierOf(context));
    const vouching = await context.trust.publishers.vouchingOf(caller, gem.name, build);
    if (vouching === 'unknown') continue;
    if (vouching === 'foreign') {
      const who = build.repository ?? build.issuer;
      throw refusal(what, `is of a build of ${who}, which is no trusted publisher of ${gem.name}`);
    }
    kept.push({ bundle, build });
  }
  const [first] = kept;
  return {
    attestations: kept.map(({ bundle }) => bundle),
    build: first === undefined ? null : fileBuildOf(first.build),
  };
}

function parseList(text: string): unknown[] {
  const parsed: unknown = parseBoundedJson(Buffer.from(text), limits.attestations);
  const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (list.length <= limits.attestations.count) return list;
  throw new DomainError('bad_request', `a gem comes with at most ${limits.attestations.count} attestations`);
}

/** Verifies one bundle: `gem` signs the bytes; other tools sign a statement about the bytes. Sends no request. */
export async function verifyAttestation(
  sent: unknown,
  gem: Attested,
  verifier: Verifier,
): Promise<{ build: AttestedBuild; bundle: unknown }> {
  const bundle = parseBundle(sent, what);
  const content = await readSignedBytes(bundle, { pieces: () => createReadStream(gem.path) });
  const build = verifyBuild(bundle, verifier, content ? { what, content } : { what });
  if (!content) {
    const { subject } = readStatement(bundle, Statement, { what, not: 'has no statement about files' });
    const isThis = subject.some(({ digest }) => digest['sha256']?.toLowerCase() === gem.sha256);
    if (!isThis) throw refusal(what, 'is about another gem');
  }
  return { build, bundle: bundleToJSON(bundle) };
}
