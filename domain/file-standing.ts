import { z } from 'zod';
import { FileBuild } from './file-build.ts';
import { publicationLimits } from './limits.ts';
import { cut } from './storable-text.ts';

/**
 * Proof of origin for the files of a release, verified by this registry: a key or a certificate that signed them, or
 * an attestation of their build.
 */
export const Voucher = z.enum(['signature', 'attestation']);
export type Voucher = z.infer<typeof Voucher>;

/**
 * Facts of a file for policies, with the same meaning in every ecosystem: its format reads them when the file is
 * opened.
 */
export const FileStanding = z.object({
  /** The vouchers of the file itself, or of the file that it is a signature of. */
  vouchers: z.array(Voucher),
  /** The number of its scripts and programs that run when a client installs the file or builds a dependent package. */
  installScripts: z.int().min(0),
  /** The build of a valid attestation; absent without one. */
  build: FileBuild.exactOptional(),
  /**
   * Licenses that its metadata declares beside `Publication.license`, e.g. in classifiers and older fields; absent
   * without one.
   */
  licenses: z.array(z.string()).exactOptional(),
  /** Key of the version of which the release is one platform; absent if the release is not such a part. */
  variantOf: z.string().exactOptional(),
});
export type FileStanding = z.infer<typeof FileStanding>;

/** A file without vouchers and without install scripts. */
export const plainStanding: FileStanding = { vouchers: [], installScripts: 0 };

/** For {@link FileStanding}: the other licenses within its bounds, without the release's own license. */
export function besidesLicense(license: string | null, others: readonly string[]): { licenses?: string[] } {
  const { list, license: bound } = publicationLimits;
  const further = [...new Set(others)].filter((each) => each !== '' && each !== license);
  if (further.length === 0) return {};
  return { licenses: further.slice(0, list.count).map((each) => cut(each, bound.characters)) };
}
