import { startRelay } from '../../rehearsal/relay.ts';

/** A proxy before a TCP server that can fall silent: connections stay open, but transfer nothing until `speak`. */
export interface SilentProxy {
  /** `url` with the address of the proxy. */
  url: string;
  silence(): void;
  speak(): void;
  /** Delays later bytes of each direction by this time, in their order. */
  delay(ms: number): void;
  close(): Promise<void>;
}

export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(url);
  const relay = await startRelay({ host: '127.0.0.1', port: 0 }, { host: hostname, port: Number(port) });
  const proxied = new URL(url);
  proxied.hostname = relay.place.host;
  proxied.port = String(relay.place.port);
  return {
    url: proxied.href,
    silence: () => relay.silence(),
    speak: () => relay.open(),
    delay: (ms) => relay.delay(2 * ms),
    close: () => relay.close(),
  };
}
