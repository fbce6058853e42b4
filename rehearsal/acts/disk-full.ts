import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Place } from '../relay.ts';
import type { Stage } from '../stage.ts';
import type { Act } from './act.ts';

export const diskFull: Act = {
  name: 'disk-full',
  summary: 'the disk of the objects has no byte left',
  async play(stage, seconds) {
    const { storage } = stage.parts;
    if (!storage.isSmallDisk) return refuseWrites(stage, seconds);
    await storage.fill();
    try {
      await pause(seconds * 1_000);
    } finally {
      await storage.makeRoom();
    }
    return 'a file system of 512 MB, filled';
  },
};

/**
 * The fallback without a mountable file system: the server answers reads, and refuses every write as on a full disk.
 */
async function refuseWrites({ parts, addresses }: Stage, seconds: number): Promise<string> {
  const relay = parts.relays.s3;
  const target: Place = { host: addresses.of('s3-server'), port: relay.place.port };
  const server = createServer((client, response) => {
    if (client.method !== 'GET' && client.method !== 'HEAD') {
      client.resume();
      response.writeHead(507, { 'content-type': 'application/xml' });
      response.end(
        '<Error><Code>InsufficientStorage</Code><Message>no space left on device</Message></Error>',
      );
      return;
    }
    const { method, url: path, headers } = client;
    const upstream = request({ ...target, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.once('error', () => response.destroy());
    client.pipe(upstream);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    relay.lead({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
    await pause(seconds * 1_000);
  } finally {
    relay.lead(target);
    server.closeAllConnections();
    server.close();
  }
  return 'no file system could be mounted: the S3 server refused every write with 507';
}
