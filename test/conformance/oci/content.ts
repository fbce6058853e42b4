import { randomBytes } from 'node:crypto';
import { type Answer, type Asking, digestOf, header, type Registry } from './registry.ts';

export const types = {
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  index: 'application/vnd.oci.image.index.v1+json',
  dockerManifest: 'application/vnd.docker.distribution.manifest.v2+json',
  dockerList: 'application/vnd.docker.distribution.manifest.list.v2+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  empty: 'application/vnd.oci.empty.v1+json',
} as const;

export interface Content {
  bytes: Buffer;
  digest: string;
  mediaType: string;
}

export interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

export function blobOf(text: string | Buffer = randomBytes(24), algorithm = 'sha256'): Content {
  const bytes = Buffer.from(text as string);
  return { bytes, digest: digestOf(bytes, algorithm), mediaType: 'application/octet-stream' };
}

export function descriptorOf({ bytes, digest }: Content, mediaType: string): Descriptor {
  return { mediaType, digest, size: bytes.length };
}

/** `more` replaces members of the manifest. */
export function manifestOf(config: Content, layers: readonly Content[], more: object = {}): Content {
  return contentOf(types.manifest, {
    schemaVersion: 2,
    mediaType: types.manifest,
    config: descriptorOf(config, types.config),
    layers: layers.map((layer) => descriptorOf(layer, types.layer)),
    ...more,
  });
}

export function indexOf(children: readonly Content[], more: object = {}): Content {
  return contentOf(types.index, {
    schemaVersion: 2,
    mediaType: types.index,
    manifests: children.map((child) => descriptorOf(child, child.mediaType)),
    ...more,
  });
}

export function contentOf(mediaType: string, document: object, algorithm = 'sha256'): Content {
  const bytes = Buffer.from(JSON.stringify(document));
  return { bytes, digest: digestOf(bytes, algorithm), mediaType };
}

/** The config and the only layer of an artifact without content. */
export const emptyBlob = blobOf('{}');

export function artifactOf(artifactType: string, more: object = {}): Content {
  const config = descriptorOf(emptyBlob, types.empty);
  return manifestOf(emptyBlob, [], {
    artifactType,
    config,
    layers: [config],
    nonce: randomBytes(6).toString('hex'),
    ...more,
  });
}

export async function pushBlob(registry: Registry, name: string, blob: Content): Promise<void> {
  const location = await startUpload(registry, name);
  const answer = await registry.ask('PUT', withDigest(location, blob.digest), octets(blob.bytes));
  if (answer.status !== 201) throw new Error(`blob: ${answer.status} ${answer.body.toString()}`);
}

export async function startUpload(registry: Registry, name: string): Promise<string> {
  const answer = await registry.ask('POST', `${name}/blobs/uploads/`);
  if (answer.status !== 202) throw new Error(`upload: ${answer.status} ${answer.body.toString()}`);
  return header(answer, 'location');
}

/** A location may already have a query. */
export function withDigest(location: string, digest: string): string {
  return `${location}${location.includes('?') ? '&' : '?'}digest=${digest}`;
}

export function octets(body: Buffer, headers: Record<string, string> = {}): Asking {
  return { body: new Uint8Array(body), headers: { 'content-type': 'application/octet-stream', ...headers } };
}

export function putManifest(
  registry: Registry,
  name: string,
  reference: string,
  { bytes, mediaType }: Content,
): Promise<Answer> {
  return registry.ask('PUT', `${name}/manifests/${reference}`, {
    body: new Uint8Array(bytes),
    headers: { 'content-type': mediaType },
  });
}

/** @throws Error unless the registry answers 201 */
export async function pushManifest(
  registry: Registry,
  name: string,
  manifest: Content,
  reference: string = manifest.digest,
): Promise<Answer> {
  const answer = await putManifest(registry, name, reference, manifest);
  if (answer.status !== 201) throw new Error(`manifest: ${answer.status} ${answer.body.toString()}`);
  return answer;
}

/** Pushes an image of two new blobs. */
export async function pushImage(
  registry: Registry,
  name: string,
  tag?: string,
  more: object = {},
): Promise<Content> {
  const [config, layer] = [blobOf(`{"nonce":"${randomBytes(8).toString('hex')}"}`), blobOf()];
  await Promise.all([pushBlob(registry, name, config), pushBlob(registry, name, layer)]);
  const manifest = manifestOf(config, [layer], more);
  await pushManifest(registry, name, manifest, tag);
  return manifest;
}

export async function pushArtifact(
  registry: Registry,
  name: string,
  artifactType: string,
  more: object = {},
) {
  await pushBlob(registry, name, emptyBlob);
  const artifact = artifactOf(artifactType, more);
  return { artifact, answer: await pushManifest(registry, name, artifact) };
}

export function imageOfLayers(manifest: Content): Descriptor[] {
  return (JSON.parse(manifest.bytes.toString()) as { layers: Descriptor[] }).layers;
}
