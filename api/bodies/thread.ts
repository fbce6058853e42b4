import { DomainError, type ErrorCode, type ErrorMeta } from '../../domain/errors.ts';
import { createEcosystems } from '../../ecosystems/index.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';

export interface ReadTask {
  ecosystem: EcosystemId;
  reader: string;
  bytes: Uint8Array;
  options: unknown;
}

/** Errors lose their class between threads. */
export type ReadOutcome =
  | { status: 'read'; result: unknown }
  | { status: 'refused'; code: ErrorCode; detail: string; meta: ErrorMeta };

const ecosystems = createEcosystems();

/** The function of a Piscina thread: one reader of one ecosystem over one body. */
export async function readInThread({
  ecosystem,
  reader: name,
  bytes,
  options,
}: ReadTask): Promise<ReadOutcome> {
  const { readers } = await ecosystems.get(ecosystem).wire();
  const reader = readers.find((each) => each.name === name);
  if (!reader) throw new Error(`${ecosystem} has no reader ${name}`);
  try {
    const body = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    // the caller passes the options of this same reader; the types of the pair are checked there
    return { status: 'read', result: reader.read(body, options as never) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { status: 'refused', code: error.code, detail: error.detail, meta: error.meta };
  }
}
