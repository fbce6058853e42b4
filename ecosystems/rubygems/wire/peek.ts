import { open, type FileHandle } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { DomainError } from '../../../domain/errors.ts';
import type { BodyReader } from '../../context/bodies.ts';
import { parseGemspec } from '../format/gemspec.ts';
import { limits } from '../format/limits.ts';
import { secondFactorKey } from '../format/metadata.ts';

const block = 512;

export interface GemIdentity {
  name: string;
  version: string;
  /** The only host to which the gem may be pushed; empty: any host. */
  allowedPushHost: string;
  /** Whether changes of the gem need a second factor. */
  needsSecondFactor: boolean;
}

/** Reads the identity of a gem from its packed specification. The size for the main thread is low: YAML is slow. */
export const specificationReader: BodyReader<null, GemIdentity> = {
  name: 'specification',
  inlineBytes: 4 * 1024,
  read(bytes) {
    const { name, version, metadata } = parseGemspec(unpack(bytes));
    return {
      name,
      version,
      allowedPushHost: metadata['allowed_push_host'] ?? '',
      needsSecondFactor: metadata[secondFactorKey] === 'true',
    };
  },
};

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.specification.bytes });
  } catch (error) {
    throw new DomainError('invalid_archive', 'metadata.gz can not be unpacked', {}, error);
  }
}

/**
 * Reads `metadata.gz` of an uploaded gem with little work, before the upload is recorded. The scanner's process does
 * the full inspection later. @throws DomainError `invalid_archive`
 */
export async function peekSpecification(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    return await findMember(file);
  } finally {
    await file.close();
  }
}

async function findMember(file: FileHandle): Promise<Buffer> {
  let at = 0;
  for (let member = 0; member < limits.members.count; member += 1) {
    const header = await readAt(file, at, block);
    const name = header.subarray(0, 100).toString('latin1').split('\0', 1)[0] ?? '';
    const octal = header.subarray(124, 136).toString('latin1').replaceAll('\0', ' ').trim();
    if (name === '' || !/^[0-7]{1,11}$/.test(octal)) break;
    const size = Number.parseInt(octal, 8);
    if (name === 'metadata.gz') {
      if (size <= limits.specification.bytes) return readAt(file, at + block, size);
      throw new DomainError('invalid_archive', 'metadata.gz is too large');
    }
    at += block + Math.ceil(size / block) * block;
  }
  throw new DomainError('invalid_archive', 'the file is no gem: it has no metadata.gz');
}

async function readAt(file: FileHandle, position: number, size: number): Promise<Buffer> {
  const body = Buffer.alloc(size);
  const { bytesRead } = await file.read(body, 0, size, position);
  if (bytesRead === size) return body;
  throw new DomainError('invalid_archive', 'the file is no gem: it ends too early');
}
