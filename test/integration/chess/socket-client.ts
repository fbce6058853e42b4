import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
export type Message = Record<string, any>;

/** A client of the WebSocket that queues events until the test reads them. */
export interface SocketClient {
  socket: WebSocket;
  send(frame: unknown): void;
  /** Sends an action and waits for its answer. */
  ask(action: string, fields?: object): Promise<Message>;
  /** Sends an action. Returns only the data of its success. */
  get(action: string, fields?: object): Promise<Message>;
  /** The next answer that belongs to no call of `ask`. */
  answer(): Promise<Message>;
  /** The next event. */
  event(): Promise<Message>;
  /** Queued events that the test has not read. */
  unread(): Message[];
  /** Code and reason of the end of the connection. */
  closed: Promise<{ code: number; reason: string }>;
  close(): Promise<void>;
}

const patienceMs = 10_000;

/** A queue of messages and of waiting readers, both in order. */
function createQueue<T>(what: string) {
  const things: T[] = [];
  const waiting: ((thing: T) => void)[] = [];
  return {
    things,
    put(thing: T) {
      const next = waiting.shift();
      if (next) next(thing);
      else things.push(thing);
    },
    async take(): Promise<T> {
      const ready = things.shift();
      if (ready !== undefined) return ready;
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      waiting.push(resolve);
      const timer = setTimeout(() => reject(new Error(`no ${what} came`)), patienceMs);
      return promise.finally(() => clearTimeout(timer));
    },
  };
}

export async function connect(
  url: string,
  { query = '', ...options }: ClientOptions & { query?: string } = {},
): Promise<SocketClient> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, options);
  const answers = createQueue<Message>('answer');
  const events = createQueue<Message>('event');
  const asked = new Map<string, (answer: Message) => void>();
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    // the server sends each message as one text
    const message = JSON.parse((data as Buffer).toString('utf8')) as Message;
    const waiting = asked.get(String(message['request_id']));
    if (message['type'] === 'event') events.put(message);
    else if (waiting) waiting(message);
    else answers.put(message);
  });
  await once(socket, 'open');

  let count = 0;
  async function ask(action: string, fields: object = {}): Promise<Message> {
    const id = `ask-${(count += 1)}`;
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    asked.set(id, resolve);
    socket.send(JSON.stringify({ action, request_id: id, ...fields }));
    const timer = setTimeout(() => reject(new Error(`no answer to ${action}`)), patienceMs);
    return promise.finally(() => {
      clearTimeout(timer);
      asked.delete(id);
    });
  }

  return {
    socket,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    ask,
    async get(action, fields) {
      const { success, data, error } = await ask(action, fields);
      if (success !== true) throw new Error(`${action}: ${String(error)}`);
      return data as Message;
    },
    answer: () => answers.take(),
    event: () => events.take(),
    unread: () => events.things,
    closed,
    async close() {
      socket.close();
      await closed;
    },
  };
}
