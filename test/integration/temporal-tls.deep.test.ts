import { readFileSync } from 'node:fs';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../activities/connection.ts';
import { collectNow } from '../../activities/clean-blobs-main.ts';
import { readConfig } from '../../config/config.ts';
import { workflowClient, workflowService } from '../../config/workflow-channel.ts';
import { openPool } from '../../store/postgres/pool.ts';
import { publishCrate } from '../support/cargo.ts';
import {
  type Authority,
  createAuthority,
  type Issued,
  openssl,
  opensslMissing,
} from '../support/certificates.ts';
import { makeCrate } from '../support/crates.ts';
import { startPackagePlatform } from '../support/platform.ts';
import { findTemporal, startTemporal, temporalMissing, type TemporalServer } from '../support/temporal.ts';
import { startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';
import { isSkipped } from '../support/tool.ts';

const serverName = 'temporal.test';

describe.skipIf(isSkipped(openssl, opensslMissing) || isSkipped(await findTemporal(), temporalMissing))(
  'a workflow service that asks for certificates',
  () => {
    const cleanup = new AsyncDisposableStack();
    let authority: Authority;
    let stranger: Authority;
    let client: Issued;
    let temporal: TemporalServer;
    let proxy: TlsProxy;
    beforeAll(async () => {
      authority = cleanup.use(await createAuthority());
      stranger = cleanup.use(await createAuthority());
      client = await authority.issue('rookery');
      temporal = await startTemporal();
      cleanup.defer(() => temporal.stop());
      proxy = cleanup.use(
        await startTlsProxy(temporal.address, await authority.issue(serverName), authority.cert),
      );
    });
    afterAll(() => cleanup.disposeAsync());

    const variables = (): NodeJS.ProcessEnv => ({
      TEMPORAL_ADDRESS: proxy.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      TEMPORAL_TLS_CA_FILE: authority.cert,
      TEMPORAL_TLS_CERT_FILE: client.cert,
      TEMPORAL_TLS_KEY_FILE: client.key,
      TEMPORAL_TLS_SERVER_NAME: serverName,
    });
    const configure = (changes: NodeJS.ProcessEnv) =>
      readConfig({
        DATABASE_URL: 'postgres://missing@127.0.0.1/none',
        JWT_SECRET: 'x'.repeat(32),
        ...variables(),
        ...changes,
      });

    /** Connects as a client and as a worker, which use different libraries. Returns both outcomes. */
    async function connectBoth(changes: NodeJS.ProcessEnv): Promise<string[]> {
      const config = configure(changes);
      const attempts = [
        () => Connection.connect({ ...workflowClient(config), connectTimeout: '3s' }),
        () => NativeConnection.connect(workflowService(config)),
      ];
      const outcomes: string[] = [];
      for (const attempt of attempts) {
        try {
          const connection = await attempt();
          await connection.close();
          outcomes.push('connected');
        } catch {
          outcomes.push('refused');
        }
      }
      return outcomes;
    }

    test('is reached by every process with the right certificate', async () => {
      const before = proxy.clients.length;
      const platform = await startPackagePlatform(variables());
      try {
        const crate = await makeCrate();
        expect(await publishCrate(platform, crate)).toMatchObject({ status: 200 });

        const config = readConfig(platform.environment);
        const { client: workflows, connection } = createClient(config);
        const pool = await openPool(platform.databaseUrl, 1);
        const report = await collectNow({ client: workflows, pool }, { dryRun: true });
        await Promise.all([connection.close(), pool.end()]);

        expect(report).toMatchObject({ removed: 0 });
        expect(new Set(proxy.clients.slice(before))).toEqual(new Set(['rookery']));
      } finally {
        await platform.stop();
      }
      // the test starts a whole platform
    }, 180_000);

    test('is reached by what the variables hold as by what their files hold', async () => {
      const pem = (file: string) => readFileSync(file, 'utf8').replaceAll('\n', '\\n');
      const inline = {
        TEMPORAL_TLS_CA_FILE: undefined,
        TEMPORAL_TLS_CERT_FILE: undefined,
        TEMPORAL_TLS_KEY_FILE: undefined,
        TEMPORAL_TLS_CA: pem(authority.cert),
        TEMPORAL_TLS_CERT: pem(client.cert),
        TEMPORAL_TLS_KEY: pem(client.key),
      };

      expect(await connectBoth(inline)).toEqual(['connected', 'connected']);
    });

    test('is not reached without a certificate, nor with that of another authority, nor unencrypted', async () => {
      const none = { TEMPORAL_TLS_CERT_FILE: undefined, TEMPORAL_TLS_KEY_FILE: undefined };
      const other = await stranger.issue('rookery');
      const foreign = { TEMPORAL_TLS_CERT_FILE: other.cert, TEMPORAL_TLS_KEY_FILE: other.key };
      const clear = { ...none, TEMPORAL_TLS_CA_FILE: undefined, TEMPORAL_TLS_SERVER_NAME: undefined };

      for (const changes of [none, foreign, clear]) {
        expect(await connectBoth(changes)).toEqual(['refused', 'refused']);
      }
    });

    test('is not believed without the right authority, nor under another name', async () => {
      const changes = [
        { TEMPORAL_TLS_CA_FILE: stranger.cert },
        { TEMPORAL_TLS_CA_FILE: undefined },
        { TEMPORAL_TLS_SERVER_NAME: 'elsewhere.test' },
        { TEMPORAL_TLS_SERVER_NAME: undefined },
      ];

      for (const change of changes) expect(await connectBoth(change)).toEqual(['refused', 'refused']);
    });

    describe('and for a key', () => {
      const keys: (string | undefined)[] = [];
      let service: Http2SecureServer;
      beforeAll(async () => {
        const { cert, key } = await authority.issue('keys.test');
        service = createSecureServer({ cert: readFileSync(cert), key: readFileSync(key) });
        service.on('stream', (stream, headers) => {
          keys.push(headers.authorization);
          stream.respond({ 'content-type': 'application/grpc', 'grpc-status': '16' }, { endStream: true });
        });
        service.listen(0, '127.0.0.1');
        await once(service, 'listening');
        cleanup.defer(() => void service.close());
      });

      test('gets it from clients and workers with every request, over TLS', async () => {
        await connectBoth({
          TEMPORAL_ADDRESS: `127.0.0.1:${(service.address() as AddressInfo).port}`,
          TEMPORAL_TLS_CERT_FILE: undefined,
          TEMPORAL_TLS_KEY_FILE: undefined,
          TEMPORAL_TLS_SERVER_NAME: 'keys.test',
          TEMPORAL_API_KEY: 'a-key-of-the-cluster',
        });

        expect(keys.length).toBeGreaterThanOrEqual(2);
        expect(new Set(keys)).toEqual(new Set(['Bearer a-key-of-the-cluster']));
      });
    });
  },
);
