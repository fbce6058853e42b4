import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Relay, startRelay } from './relay.ts';

const host = '127.0.0.1';

const closed = (socket: Socket) => new Promise<unknown>((resolve) => socket.once('close', resolve));

describe('a relay', () => {
  const servers: Server[] = [];
  let relay: Relay;
  let client: Socket;
  beforeEach(async () => {
    relay = await startRelay({ host, port: 0 }, await startEcho('one'));
    client = connect(relay.place);
    client.on('error', () => undefined);
    await once(client, 'connect');
  });
  afterEach(async () => {
    client.destroy();
    await relay.close();
    for (const server of servers.splice(0)) server.close();
  });

  /** A server that answers with its own name. */
  async function startEcho(name: string) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => socket.write(`${name}:${bytes.toString()}`));
    }).listen(0, host);
    servers.push(server);
    await once(server, 'listening');
    return { host, port: (server.address() as AddressInfo).port };
  }

  async function ask(text: string, socket = client): Promise<string> {
    socket.write(text);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString();
  }

  it('passes bytes on in both directions', async () => {
    expect(await ask('a')).toBe('one:a');
    expect(await ask('b')).toBe('one:b');
  });

  it('keeps what was sent while it was silent, in its order', async () => {
    await ask('a');
    relay.silence();
    client.write('b');
    const heard: string[] = [];
    client.on('data', (bytes) => heard.push(bytes.toString()));
    await pause(50);
    expect(heard).toEqual([]);

    relay.open();
    await once(client, 'data');
    expect(heard).toEqual(['one:b']);
  });

  it('breaks connections and refuses new ones while it is cut', async () => {
    await ask('a');
    relay.cut();
    await closed(client);
    const next = connect(relay.place);
    next.on('error', () => undefined);
    await closed(next);

    relay.open();
    const last = connect(relay.place);
    expect(await ask('c', last)).toBe('one:c');
    last.destroy();
  });

  it('delays answers', async () => {
    await ask('a');
    relay.delay(100);
    const begun = performance.now();
    await ask('b');

    expect(performance.now() - begun).toBeGreaterThan(95);
  });

  it('leads to another server from now on', async () => {
    await ask('a');
    relay.lead(await startEcho('two'));
    await closed(client);
    const next = connect(relay.place);

    expect(await ask('b', next)).toBe('two:b');
    next.destroy();
  });
});
