import { z } from 'zod';
import { FileBuild } from './file-build.ts';

/**
 * Proof of origin for the files of a release, verified by this registry: a key or a certificate that signed them, or
 * an attestation of their build.
 */
export const Voucher = z.enum(['signature', 'attestation']);
export type Voucher = z.infer<typeof Voucher>;

/** Facts of a file that policies ask for, alike in every ecosystem: its format reads them when the file is opened. */
export const FileStanding = z.object({
  /** The vouchers of the file itself, or of the file that it is a signature of. */
  vouchers: z.array(Voucher),
  /** How many of its scripts and programs run when a client installs it, or builds a package that needs it. */
  installScripts: z.int().min(0),
  /** The build of a valid attestation; absent without one. */
  build: FileBuild.exactOptional(),
});
export type FileStanding = z.infer<typeof FileStanding>;

/** A file without vouchers and without install scripts. */
export const plainStanding: FileStanding = { vouchers: [], installScripts: 0 };
