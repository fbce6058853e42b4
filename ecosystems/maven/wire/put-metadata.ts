import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { readBounded } from '../../bodies/json.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import { type LayoutPath, nameOf } from '../format/path.ts';
import { canonicalName } from '../format/name.ts';
import { versionsSaid } from '../format/sent-metadata.ts';
import { canonicalVersion } from '../format/version.ts';
import type { Deployed } from './deployed.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';
import { whereToLook } from '../../context/publishing.ts';

interface SentMetadata {
  caller: KnownCaller;
  request: FastifyRequest;
  path: LayoutPath;
}

/**
 * The last request of a module's deploy: all files of the versions in the metadata are received. The body is not kept,
 * because concurrent builds overwrite each other's metadata. @throws DomainError when the release is refused
 */
export async function putMetadata(
  context: RouteContext,
  { caller, request, path }: SentMetadata,
): Promise<Deployed> {
  const { body } = request;
  const bytes =
    body instanceof Readable ? await readBounded(body, { bytes: limits.metadata.bytes }) : Buffer.alloc(0);
  const name = nameOf(path.folder);
  // metadata of a group lists plugins and is not kept
  if (path.checksum !== null || !isName(name)) return { status: 201 };
  const warnings: string[] = [];
  const versions = versionsSaid(bytes);
  if (versions.length > 0 && !(await isDeployer(context, caller, name))) return { status: 201 };
  for (const version of versions) {
    const modules = isVersion(version)
      ? await undefinedIfMissing(context.drafts.commitModule(caller, name, version))
      : undefined;
    if (modules?.length === 0) warnings.push(`${name} ${version} waits for the other modules of this build`);
    for (const { receipt, ...module } of modules ?? []) {
      if (receipt.status === 'published') continue;
      const how = receipt.status === 'held' ? 'waits for a person' : 'is still being checked';
      warnings.push(`${module.name} ${module.version} ${how}: ${whereToLook(receipt)}`);
    }
  }
  return warnings.length === 0 ? { status: 201 } : { status: 202, warning: warnings.join('; ') };
}

/**
 * False for a name that another account owns and the caller can't see: this request creates nothing, so that the
 * answer is the answer for a free name. @throws DomainError, e.g. `forbidden`, if the caller can see the artifact
 */
async function isDeployer(context: RouteContext, caller: KnownCaller, name: string): Promise<boolean> {
  try {
    await context.publishing.findTarget(caller, name);
    return true;
  } catch (error) {
    if (await undefinedIfMissing(context.releases.list(caller, name, []))) throw error;
    if (error instanceof DomainError && error.code === 'forbidden') return false;
    throw error;
  }
}

const isName = (name: string) => isAccepted(() => canonicalName(name));
const isVersion = (version: string) => isAccepted(() => canonicalVersion(version));

function isAccepted(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
