import { errorFacts, type DomainError, type ErrorCode } from '../../../domain/errors.ts';
import type { NativeProblem } from '../../format.ts';
import type { Address } from './address.ts';

interface Rendered {
  status: number;
  code: string;
}

/** Status and code by error; the protocol has few codes, and all other errors keep their status. */
const rendered: Partial<Record<ErrorCode, Rendered>> = {
  malformed_json: { status: 400, code: 'MANIFEST_INVALID' },
  insufficient_scope: { status: 403, code: 'DENIED' },
  forbidden: { status: 403, code: 'DENIED' },
  policy_violation: { status: 403, code: 'DENIED' },
  part_unknown: { status: 404, code: 'MANIFEST_BLOB_UNKNOWN' },
  version_exists: { status: 403, code: 'DENIED' },
  digest_conflict: { status: 403, code: 'DENIED' },
  invalid_state: { status: 405, code: 'UNSUPPORTED' },
  range_mismatch: { status: 416, code: 'BLOB_UPLOAD_INVALID' },
  digest_mismatch: { status: 400, code: 'DIGEST_INVALID' },
  too_large: { status: 413, code: 'SIZE_INVALID' },
  invalid_name: { status: 400, code: 'NAME_INVALID' },
  name_reserved: { status: 400, code: 'NAME_INVALID' },
  name_too_similar: { status: 400, code: 'NAME_INVALID' },
  invalid_version: { status: 400, code: 'DIGEST_INVALID' },
  invalid_archive: { status: 400, code: 'MANIFEST_INVALID' },
  manifest_mismatch: { status: 400, code: 'MANIFEST_INVALID' },
  validation_failed: { status: 400, code: 'MANIFEST_INVALID' },
  visibility_too_broad: { status: 403, code: 'DENIED' },
};

/** The code of a missing resource, by the kind of address. */
const missing: Record<Address['kind'], string> = {
  base: 'NAME_UNKNOWN',
  catalog: 'NAME_UNKNOWN',
  tags: 'NAME_UNKNOWN',
  referrers: 'NAME_UNKNOWN',
  blob: 'BLOB_UNKNOWN',
  manifest: 'MANIFEST_UNKNOWN',
  uploads: 'BLOB_UPLOAD_UNKNOWN',
  upload: 'BLOB_UPLOAD_UNKNOWN',
};

const badRequests: Partial<Record<Address['kind'], string>> = {
  catalog: 'PAGINATION_NUMBER_INVALID',
  tags: 'PAGINATION_NUMBER_INVALID',
  manifest: 'TAG_INVALID',
};

/** An error in the protocol's shape. Without an address the target of the request is unknown. */
export function problem(error: DomainError, baseUrl: string, address?: Address): NativeProblem {
  const { status, code } = renderedAs(error, address);
  const detail = detailOf(error);
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'docker-distribution-api-version': 'registry/2.0',
      ...headersFor(status, error, baseUrl),
    },
    body: {
      errors: [
        {
          code,
          message: error.code === 'internal' ? 'internal error' : error.detail,
          ...(detail === undefined ? {} : { detail }),
        },
      ],
    },
  };
}

function renderedAs(error: DomainError, address: Address | undefined): Rendered {
  if (error.code === 'not_found') return { status: 404, code: missing[address?.kind ?? 'base'] };
  // the repository, also for a resource in it
  if (error.code === 'too_large' && address?.kind === 'manifest')
    return { status: 413, code: 'MANIFEST_INVALID' };
  if (error.code === 'bad_request') {
    return { status: 400, code: badRequests[address?.kind ?? 'base'] ?? 'BLOB_UPLOAD_INVALID' };
  }
  return rendered[error.code] ?? byStatus(errorFacts[error.code].status);
}

function byStatus(status: number): Rendered {
  if (status === 401) return { status, code: 'UNAUTHORIZED' };
  if (status === 429) return { status, code: 'TOOMANYREQUESTS' };
  if (status === 409) return { status, code: 'DENIED' };
  if (status === 500) return { status, code: 'UNKNOWN' };
  return { status, code: status > 500 ? 'UNAVAILABLE' : 'UNSUPPORTED' };
}

function detailOf({ meta }: DomainError): object | undefined {
  if (meta.digest !== undefined) return { digest: meta.digest };
  if (meta.receivedBytes !== undefined) return { receivedBytes: meta.receivedBytes };
  return undefined;
}

function headersFor(status: number, error: DomainError, baseUrl: string): Record<string, string> {
  if (status === 401) return { 'www-authenticate': challenge(baseUrl, error.meta.scope) };
  if (status === 429 || status === 503) return { 'retry-after': String(error.meta.retryAfterSeconds ?? 1) };
  return {};
}

/** The challenge with the URL and scope of a token; clients need an absolute URL as the realm. */
export function challenge(baseUrl: string, scope?: string): string {
  const parameters = {
    realm: `${baseUrl}/oci/token`,
    service: serviceOf(baseUrl),
    ...(scope === undefined ? {} : { scope }),
  };
  return `Bearer ${Object.entries(parameters)
    .map(([key, value]) => `${key}="${value}"`)
    .join(',')}`;
}

export function serviceOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}
