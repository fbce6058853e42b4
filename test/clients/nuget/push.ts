import type { Source } from './source.ts';

export interface PushResult {
  status: number;
  reason: string;
  /** A warning of the client although the push succeeded. */
  warning: string | null;
  /** With `--skip-duplicate` a conflict counts as a success. */
  isSuccess: boolean;
}

const boundary = '7d0e5d9e-3b1b-4a4f-8a2a-3f5b0e3b9c11';

/** `dotnet nuget push`: a form of unknown length, in chunks, to the publish address with a slash at its end. */
export async function push(
  source: Source,
  nupkg: Buffer,
  options: { apiKey?: string; skipDuplicate?: boolean } = {},
): Promise<PushResult> {
  const address = source.resource('PackagePublish/2.0.0').replace(/\/?$/, '/');
  const response = await source.request(address, {
    method: 'PUT',
    headers: {
      'content-type': `multipart/form-data; boundary="${boundary}"`,
      'x-nuget-protocol-version': '4.1.0',
      ...(options.apiKey === undefined ? {} : { 'x-nuget-apikey': options.apiKey }),
    },
    // A function-made stream has no length, so it is sent chunked.
    body: ReadableStream.from(form(nupkg)),
    duplex: 'half',
  });
  await response.body?.cancel();
  const isSkipped = response.status === 409 && options.skipDuplicate === true;
  return {
    status: response.status,
    reason: response.statusText,
    warning: response.headers.get('x-nuget-warning'),
    isSuccess: response.ok || isSkipped,
  };
}

function* form(nupkg: Buffer): Generator<Uint8Array> {
  const disposition = `form-data; name=package; filename=package.nupkg; filename*=utf-8''package.nupkg`;
  const head = [
    `--${boundary}`,
    'Content-Type: application/octet-stream',
    `Content-Disposition: ${disposition}`,
  ];
  yield Buffer.from(`${head.join('\r\n')}\r\n\r\n`);
  for (let start = 0; start < nupkg.length; start += 4096) yield nupkg.subarray(start, start + 4096);
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/** `dotnet nuget delete`, which unlists here. */
export async function unlist(source: Source, id: string, version: string, apiKey: string): Promise<number> {
  return change(source, 'DELETE', `${id}/${version}`, apiKey);
}

export async function relist(source: Source, id: string, version: string, apiKey: string): Promise<number> {
  return change(source, 'POST', `${id}/${version}`, apiKey);
}

async function change(source: Source, method: string, path: string, apiKey: string): Promise<number> {
  const response = await source.request(`${source.resource('PackagePublish/2.0.0')}/${path}`, {
    method,
    headers: { 'x-nuget-apikey': apiKey, 'x-nuget-protocol-version': '4.1.0' },
  });
  await response.body?.cancel();
  return response.status;
}
