import { homedir, tmpdir } from 'node:os';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from '../../test/support/child.ts';
import { freePort } from '../../test/support/free-port.ts';
import { findTool, requireTool } from '../../test/support/tool.ts';

/** The reference OCI registry with files on disk, without passwords. */
export interface Peer extends AsyncDisposable {
  url: string;
}

const install = 'go install github.com/distribution/distribution/v3/cmd/registry@v3.1.2';

/** @throws Error when the registry is not installed */
export async function startDistribution(): Promise<Peer> {
  const found = findTool('registry', [join(process.env['GOPATH'] ?? join(homedir(), 'go'), 'bin')]);
  const command = requireTool(found, `there is no registry to compare with: ${install}`);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-distribution-'));
  const address = `127.0.0.1:${await freePort()}`;
  const configuration = join(folder, 'config.yml');
  await writeFile(
    configuration,
    [
      'version: 0.1',
      'log: { level: error, accesslog: { disabled: true } }',
      `storage: { filesystem: { rootdirectory: ${JSON.stringify(join(folder, 'data'))} }, delete: { enabled: true } }`,
      `http: { addr: ${address} }`,
    ].join('\n'),
  );
  const url = `http://${address}`;
  const child = await startChild(command, ['serve', configuration], {
    env: { OTEL_TRACES_EXPORTER: 'none' },
    isReady: async () => {
      const { ok } = await fetch(`${url}/v2/`);
      if (!ok) throw new Error('not ready');
    },
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
