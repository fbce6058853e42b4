import { crateFile, publishBody } from '../../../../ecosystems/cargo/fixtures/archives.ts';
import type { Ask } from '../../raw-request.ts';
import type { MarkedText } from './marked-manifests.ts';

/** The declaration in a request, beside a file or without one. */
export interface MarkedRequest extends MarkedText {
  ask(body: string, token: string, name: string): Promise<Ask> | Ask;
}

const escape = (text: string) => JSON.stringify(text).slice(1, -1);
const empty = 'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a';

export const markedRequests: Readonly<Record<string, MarkedRequest>> = {
  'metadata of a crate': {
    text: (
      name,
      version,
    ) => `{"name":"«${name}»","vers":"«${version}»","authors":["«Alice»"],"description":"«A probe»",
"deps":[{"name":"«other»","version_req":"«^1»","features":["«std»"],"optional":true,"default_features":true,"target":"«cfg(unix)»","kind":"«normal»","registry":"«https://probe.test»","explicit_name_in_toml":"«it»"}],
"features":{"«fast»":["«dep:other»"]},"documentation":"«https://probe.test»","homepage":"«https://probe.test»","readme":"«# probe»","readme_file":"«README.md»",
"keywords":["«probe»"],"categories":["«parsing»"],"license":"«MIT»","license_file":"«LICENSE»","repository":"«https://probe.test»","links":"«probe»","rust_version":"«1.70»"}`,
    escape,
    async ask(body, token, name) {
      const crate = await crateFile(name, '1.0.0', '', { 'src/lib.rs': '' });
      const bytes = publishBody(JSON.parse(body), crate);
      const headers = { authorization: token, 'content-length': bytes.length };
      return { method: 'PUT', path: '/cargo/api/v1/crates/new', headers, body: bytes };
    },
  },
  'a manifest of an image': {
    text: () => `{"schemaVersion":2,"mediaType":"«application/vnd.oci.image.manifest.v1+json»","artifactType":"«application/x.probe»",
"config":{"mediaType":"«application/vnd.oci.empty.v1+json»","digest":"«${empty}»","size":2},"layers":[{"mediaType":"«application/x.layer»","digest":"«${empty}»","size":2}],
"subject":{"mediaType":"«application/vnd.oci.image.manifest.v1+json»","digest":"«${empty}»","size":2},"annotations":{"«key»":"«value»"}}`,
    escape,
    ask: (body, token, name) => ({
      method: 'PUT',
      path: `/v2/${name}/${name}/manifests/probe`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/vnd.oci.image.manifest.v1+json',
        'content-length': Buffer.byteLength(body),
      },
      body,
    }),
  },
};
