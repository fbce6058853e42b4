import type { Config } from './config.ts';

/**
 * Channel arguments of clients of the workflow service. By default the pause between connection attempts grows to two
 * minutes, so publishing stayed unavailable for two minutes after the service had returned.
 */
const channelArgs = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
} as const;

interface Reached {
  temporal: Config['temporal'];
  secrets: Pick<Config['secrets'], 'temporal'>;
}

/** The connection settings for the workflow service, for workers and clients alike. */
export function workflowService({ temporal, secrets }: Reached) {
  const { address, tls } = temporal;
  const { ca, pair, apiKey } = secrets.temporal;
  return {
    address,
    tls: tls.isOn && {
      ...(tls.serverName === null ? {} : { serverNameOverride: tls.serverName }),
      ...(ca === undefined ? {} : { serverRootCACertificate: Buffer.from(ca) }),
      ...(pair && { clientCertPair: { crt: Buffer.from(pair.cert), key: Buffer.from(pair.key) } }),
    },
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}

/** {@link workflowService} for clients, each with a separate channel. */
export function workflowClient(config: Reached) {
  return { ...workflowService(config), channelArgs };
}
