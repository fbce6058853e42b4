import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../../domain/digest.ts';
import { type Blob, manifestOf, randomBlob } from '../../bench/support/images.ts';
import { type Answer, type Client, expectDigest, read, type Registry, send } from './client.ts';

const manifestType = 'application/vnd.oci.image.manifest.v1+json';
const hexOf = (digest: string): string => digest.slice(digest.indexOf(':') + 1);

/** The requests of crane and skopeo: each blob in one piece, the manifest under a tag; then reads of all of them. */
export function ociClient({ url, username, token }: Registry): Client {
  const authorization = `Bearer ${token}`;

  /** @returns the unsuccessful answer that ends the push; undefined after a success */
  async function pushBlob(name: string, { bytes, digest }: Blob): Promise<Answer | undefined> {
    const started = await send(`${url}/v2/${name}/blobs/uploads/`, {
      method: 'POST',
      headers: { authorization },
    });
    if (started.status !== 202) return started;
    const upload = new URL(started.location ?? '', url);
    upload.searchParams.set('digest', digest);
    const headers = { authorization, 'content-type': 'application/octet-stream' };
    const put = await send(upload.href, { method: 'PUT', headers, body: bytes });
    return put.status === 201 ? undefined : put;
  }

  return {
    ecosystem: 'oci',
    async make() {
      const name = `${username.toLowerCase()}/rehearsed-${randomBytes(5).toString('hex')}`;
      const [config, layer] = [randomBlob(200), randomBlob(50_000)];
      const manifest = manifestOf(config, [layer]);
      const files = Object.fromEntries([config, layer, manifest].map((it) => [it.digest, hexOf(it.digest)]));
      return {
        entry: { ecosystem: 'oci', name, version: '1.0.0', files },
        async publish() {
          for (const blob of [config, layer]) {
            const refusal = await pushBlob(name, blob);
            if (refusal) return refusal;
          }
          const headers = { authorization, 'content-type': manifestType };
          return send(`${url}/v2/${name}/manifests/1.0.0`, { method: 'PUT', headers, body: manifest.bytes });
        },
      };
    },
    async install({ name, version, files }) {
      const headers = { authorization };
      const manifest = await read(`${url}/v2/${name}/manifests/${version}`, {
        ...headers,
        accept: manifestType,
      });
      if (!Object.values(files).includes(sha256Hex(manifest)))
        throw new Error(`${name} has another manifest`);
      const { config, layers } = JSON.parse(manifest.toString()) as {
        config: { digest: string };
        layers: { digest: string }[];
      };
      const digests = [config, ...layers].map(({ digest }) => digest);
      if (digests.length + 1 !== Object.keys(files).length) throw new Error(`${name} has other layers`);
      for (const digest of digests) {
        expectDigest(await read(`${url}/v2/${name}/blobs/${digest}`, headers), files[digest], name);
      }
    },
  };
}
