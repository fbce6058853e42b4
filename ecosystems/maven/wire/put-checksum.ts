import { Readable } from 'node:stream';
import type { Digests } from '../../../domain/digest.ts';
import { DomainError } from '../../../domain/errors.ts';
import { readBounded } from '../../bodies/json.ts';
import type { RouteContext } from '../../context/context.ts';
import { readChecksum } from '../format/checksum-text.ts';
import { limits } from '../format/limits.ts';
import type { Checksum } from '../format/path.ts';
import type { Deployed } from './deployed.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';
import type { SentFile } from './put-file.ts';

/**
 * Checks the checksum against the uploaded file and drops it: served checksums are computed from the bytes. A checksum
 * that arrives before its file is kept in the draft until the inspection.
 * @throws DomainError `digest_mismatch`; the file is then discarded and can be sent again
 */
export async function putChecksum(
  context: RouteContext,
  { caller, request, file, checksum }: SentFile & { checksum: Checksum },
): Promise<Deployed> {
  const { body } = request;
  const bytes =
    body instanceof Readable ? await readBounded(body, { bytes: limits.checksum.bytes }) : Buffer.alloc(0);
  const said = readChecksum(bytes, checksum);
  const { name, version, filename } = file;
  const published = await undefinedIfMissing(context.releases.get(caller, name, version));
  const draft = published ? undefined : await undefinedIfMissing(context.drafts.get(caller, name, version));
  const files: readonly (Digests & { filename: string })[] =
    published?.release.artifacts ?? draft?.files ?? [];
  const held = published ? await context.staging.files.listHeld(caller, name, version) : [];
  const target = [...files, ...held].find((each) => each.filename === filename);
  if (target?.[checksum] === said) return { status: 201 };
  if (target === undefined && !published && draft?.isCommitted !== true) {
    const upload = await context.publishing.receive(bytes, limits.checksum.bytes);
    const declared = { name, version, file: `${filename}.${checksum}`, metadata: {} };
    await context.drafts.put({ caller, declared, upload }, { keeps: false });
    return { status: 201 };
  }
  if (target !== undefined && draft?.isCommitted === false)
    await context.drafts.remove(caller, name, version, filename);
  throw new DomainError(
    'digest_mismatch',
    target === undefined
      ? `${filename} is not there`
      : `${filename} arrived with the ${checksum} ${target[checksum]}, its checksum file says ${said}`,
  );
}
