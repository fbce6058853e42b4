import { S3ServiceException } from '@aws-sdk/client-s3';
import { notFound } from '../../domain/errors.ts';
import { outsideRange, storeUnreachable } from './body.ts';
import { systemCode } from './durable-files.ts';

const missingKey = new Set(['NoSuchKey', 'NotFound']);
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const timeoutNames = new Set(['TimeoutError', 'RequestTimeout', 'SlowDown', 'AbortError', 'BucketAway']);

export function isMissingKey(error: unknown): boolean {
  return error instanceof S3ServiceException && missingKey.has(error.name);
}

export function isMissingUpload(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchUpload';
}

/** Whether another writer's object exists, or was written at the same moment. */
export function isConditionRefused(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.$metadata.httpStatusCode === 412 || error.name === 'ConditionalRequestConflict';
}

/** Whether the store refused a removal for good: a lock of the object, a missing right, a read-only file system. */
export function isRemovalRefused(error: unknown): boolean {
  if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode === 403;
  return ['EACCES', 'EPERM', 'EROFS'].includes(systemCode(error) ?? '');
}

/** Errors of refused credentials or a missing bucket stay unchanged: they need an operator, not a retry. */
export function translateS3(error: unknown): unknown {
  if (isMissingKey(error)) return notFound('the file');
  if (!(error instanceof Error)) return error;
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0;
    if (status === 416) return outsideRange();
    if (status >= 500 || status === 429) return storeUnreachable(error);
  }
  const isNetwork = networkCodes.has(systemCode(error) ?? '') || timeoutNames.has(error.name);
  return isNetwork ? storeUnreachable(error) : error;
}
