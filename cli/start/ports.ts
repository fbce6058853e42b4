import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivate } from './data-folder.ts';

const loopback = '127.0.0.1';

/** Whether a server could listen there now. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  return (await tryListen(port, host)) !== undefined;
}

/** A port that the system picks. */
export async function anyFreePort(host = loopback): Promise<number> {
  const port = await tryListen(0, host);
  if (port === undefined) throw new Error(`no free port on ${host}`);
  return port;
}

/** @returns the port, undefined when it is taken or the address is not this machine's */
async function tryListen(port: number, host: string): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

const Remembered = z.record(z.string(), z.number());

/** Ports of the embedded servers: the same as last time while they are free. */
export async function rememberedPorts<Name extends string>(
  dataDir: string,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const path = join(dataDir, 'ports.json');
  const before = readRemembered(path);
  const chosen: Record<string, number> = {};
  for (const name of names) {
    const last = before[name];
    chosen[name] =
      last !== undefined && (await isPortFree(last, loopback))
        ? last
        : await unusedPort(Object.values(chosen));
  }
  writePrivate(path, JSON.stringify({ ...before, ...chosen }, null, 2));
  // Every name was given a port in the loop above.
  return chosen as Record<Name, number>;
}

/** The system may offer a port again that nobody listens on yet. */
async function unusedPort(taken: number[]): Promise<number> {
  const port = await anyFreePort();
  return taken.includes(port) ? unusedPort(taken) : port;
}

function readRemembered(path: string): Record<string, number> {
  try {
    return Remembered.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
