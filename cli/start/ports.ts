import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivate } from './data-folder.ts';

const loopback = '127.0.0.1';

/** Whether the port can be used: false if it is taken or the address does not belong to this machine. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Below the range of outgoing connections: such a connection could take a free port before the server listens on it.
 */
const range = [20_000, 32_000] as const;
const attempts = 50;

/** A free port of this machine, outside the range of outgoing connections. */
export async function anyFreePort(host = loopback): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(...range);
    if (await isPortFree(port, host)) return port;
  }
  throw new Error(`no free port found on ${host}`);
}

const Remembered = z.record(z.string(), z.number());

/** Ports of the embedded servers: those of the last run while they are free. */
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

/**
 * A free port that is not among `taken`: a drawn port stays free until its server listens, so it can be drawn again.
 */
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
