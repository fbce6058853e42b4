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
  /** Of the file itself, or of the one that it is a signature of. */
  vouchers: z.array(Voucher),
  /** How many of its scripts and programs run when a client installs it, or builds a package that needs it. */
  installScripts: z.int().min(0),
  /** Of an attestation that counts; absent without one. */
  build: FileBuild.exactOptional(),
});
export type FileStanding = z.infer<typeof FileStanding>;

/** Of a file that nothing vouches for, and that runs nothing by itself. */
export const plainStanding: FileStanding = { vouchers: [], installScripts: 0 };
