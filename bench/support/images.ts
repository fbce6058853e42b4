import { createHash, randomBytes } from 'node:crypto';

/** A registry under load: its address and its clients' credentials. */
export interface Target {
  what: string;
  url: string;
  name: string;
  headers: Record<string, string>;
}

export interface Blob {
  bytes: Buffer<ArrayBuffer>;
  digest: string;
}

const manifestType = 'application/vnd.oci.image.manifest.v1+json';

export function randomBlob(size: number): Blob {
  const bytes = Buffer.from(Uint8Array.from(randomBytes(size)).buffer);
  return { bytes, digest: digestOf(bytes) };
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

async function expectStatus(answer: Response, status: number): Promise<Response> {
  if (answer.status === status) return answer;
  throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
}

/** Pushes like most clients: POST, one PATCH, PUT. */
export async function pushBlob({ url, name, headers }: Target, { bytes, digest }: Blob): Promise<void> {
  const started = await expectStatus(
    await fetch(`${url}/v2/${name}/blobs/uploads/`, { method: 'POST', headers }),
    202,
  );
  const octets = { ...headers, 'content-type': 'application/octet-stream' };
  const location = new URL(started.headers.get('location') ?? '', url);
  const patched = await expectStatus(
    await fetch(location, { method: 'PATCH', headers: octets, body: bytes }),
    202,
  );
  const end = new URL(patched.headers.get('location') ?? '', url);
  end.searchParams.set('digest', digest);
  await expectStatus(await fetch(end, { method: 'PUT', headers }), 201);
}

/** Returns the number of received bytes. */
export async function pullBlob({ url, name, headers }: Target, digest: string): Promise<number> {
  const answer = await expectStatus(await fetch(`${url}/v2/${name}/blobs/${digest}`, { headers }), 200);
  let size = 0;
  for await (const bytes of answer.body ?? []) size += (bytes as Uint8Array).length;
  return size;
}

export function manifestOf(config: Blob, layers: readonly Blob[]): Blob {
  const describe = (blob: Blob, mediaType: string) => ({
    mediaType,
    digest: blob.digest,
    size: blob.bytes.length,
  });
  const document = {
    schemaVersion: 2,
    mediaType: manifestType,
    config: describe(config, 'application/vnd.oci.image.config.v1+json'),
    layers: layers.map((layer) => describe(layer, 'application/octet-stream')),
  };
  const bytes = Buffer.from(Uint8Array.from(Buffer.from(JSON.stringify(document))).buffer);
  return { bytes, digest: digestOf(bytes) };
}

export async function pushManifest(
  { url, name, headers }: Target,
  reference: string,
  { bytes }: Blob,
): Promise<void> {
  const answer = await fetch(`${url}/v2/${name}/manifests/${reference}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': manifestType },
    body: bytes,
  });
  await expectStatus(answer, 201);
}

/** Pushes an image of two small blobs. */
export async function pushImage(target: Target, reference: string): Promise<Blob> {
  const [config, layer] = [randomBlob(200), randomBlob(1_000)];
  await Promise.all([pushBlob(target, config), pushBlob(target, layer)]);
  const manifest = manifestOf(config, [layer]);
  await pushManifest(target, reference, manifest);
  return manifest;
}
