import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { attestationsFile } from '../format/metadata.ts';
import { onPackage } from './package-routes.ts';
import { canonicalVersion } from '../format/version.ts';

/** The attestations of a version, which were verified at the publish. */
export function registerAttestations(app: FastifyInstance, context: RouteContext): void {
  onPackage(app, 'GET', ['/-/npm/v1/attestations', ''], async (request, reply, spec) => {
    const { caller } = await identify(context, request);
    const { name, version } = splitSpec(spec);
    return context.files.send(caller, reply, {
      nameKey: name,
      versionKey: version,
      filename: attestationsFile,
    });
  });
}

/** Splits `name@version` at the last `@`: scoped names also begin with one. */
function splitSpec(spec: string): { name: string; version: string } {
  const at = spec.lastIndexOf('@');
  if (at < 1) throw notFound('page');
  try {
    return { name: spec.slice(0, at), version: canonicalVersion(spec.slice(at + 1)) };
  } catch {
    throw notFound('file');
  }
}
