import { setTimeout as pause } from 'node:timers/promises';
import type { RawData, WebSocket } from 'ws';
import { chooseLocale, type Locale } from '../../chess/locale.ts';
import { type ChessError, chessError } from '../../chess/errors.ts';
import { toChessError } from '../plugins/chess-error.ts';
import type { SocketPlatform } from './socket-platform.ts';
import { logFailure } from '../../ecosystems/log-failure.ts';
import { getAction } from './actions.ts';
import { failureText, successText } from './answer.ts';
import { binaryFrame, type Frame, readFrame, refuse } from './frame.ts';
import { closeCodes, type SocketLimits } from './limits.ts';
import { createMessageRate } from './message-rate.ts';
import { createSubscriptions } from './subscriptions.ts';

export interface Client {
  address: string;
  /** The language for a message that names none. */
  locale: Locale;
}

/** One client. Its messages are answered one after the other; its subscriptions end with the connection. */
export interface Connection {
  /** Pings the client; ends the connection after too long a silence. */
  beat(): void;
  /** Answers running requests, then closes. Resolves when the connection is gone. */
  finish(): Promise<void>;
}

/** A refused message counts once more for each of these many bytes. */
const refusalBytes = 1_024;
/** The time in which the last message can arrive. */
const lastWordsMs = 200;

export function openConnection(
  socket: WebSocket,
  client: Client,
  { chess, feeds, log }: SocketPlatform,
  limits: SocketLimits,
): Connection {
  const gone = Promise.withResolvers<void>();
  const isAllowed = createMessageRate(limits.messagesPerSecond);
  const mayBeRefused = createMessageRate(limits.refusalsPerSecond);
  const subscriptions = createSubscriptions(feeds, limits.maxSubscriptions, (feedEvent, locale) =>
    send(() => feedEvent.frame(locale)),
  );
  const waiting: Frame[] = [];
  let work: Promise<void> | null = null;
  let heardAt = performance.now();
  /** The last time at which the unread bytes were within the limit. */
  let tookAllAt = heardAt;
  let isEnding = false;

  function receive(data: RawData, isBinary: boolean): void {
    heardAt = performance.now();
    if (isEnding) return;
    // the server's settings deliver a message as one buffer
    const bytes = sizeOf(data);
    const isOne = isAllowed();
    // reading a refused frame is work too, in proportion to its length
    if (!isOne && !mayBeRefused(1 + Math.floor(bytes / refusalBytes))) return cutOff();
    const frame = isBinary ? binaryFrame() : readFrame((data as Buffer).toString('utf8'));
    waiting.push(isOne ? frame : refuse(frame, tooMany()));
    if (waiting.length >= limits.maxWaiting) socket.pause();
    work ??= answerAll().finally(() => (work = null));
  }

  async function answerAll(): Promise<void> {
    for (let frame = waiting.shift(); frame; frame = waiting.shift()) {
      if (socket.isPaused && waiting.length < limits.maxWaiting) socket.resume();
      await answerOne(frame);
    }
  }

  async function answerOne(frame: Frame): Promise<void> {
    const locale = chooseLocale({ lang: frame.lang, fallback: client.locale });
    const { fields } = frame;
    let isAnswered = false;
    const answer = (data: object) => {
      isAnswered = true;
      send(() => successText(frame, data));
    };
    try {
      if (frame.refusal) throw frame.refusal;
      const { address } = client;
      await getAction(frame.action)({ fields, locale, address, chess, subscriptions, answer });
    } catch (thrown) {
      const error = toChessError(thrown);
      logFailure(log, { error: error.cause ?? error, known: error, action: frame.action }, error.detail);
      if (!isAnswered) send(() => failureText(frame, error, locale));
    }
  }

  function send(make: () => string): void {
    if (socket.readyState !== socket.OPEN) return;
    if (isTooSlow()) {
      log.info({ unsentBytes: socket.bufferedAmount }, 'a client does not take what it is sent');
      end(closeCodes.tryAgainLater, 'too slow');
      return;
    }
    // for a closed client the error is ignored: the close event follows
    socket.send(make(), () => undefined);
  }

  function isTooSlow(): boolean {
    const unsent = socket.bufferedAmount;
    const at = performance.now();
    if (unsent <= limits.maxUnsentBytes) tookAllAt = at;
    return unsent > limits.maxBurstBytes || at - tookAllAt > limits.takeWithinMs;
  }

  function end(code: number, reason: string): void {
    isEnding = true;
    waiting.length = 0;
    subscriptions.end();
    // the client's answer to the close frame has to be read
    if (socket.isPaused) socket.resume();
    socket.close(code, reason);
    cutSoon();
  }

  /** Stops reading from a client that keeps sending, its answer to the close frame included. */
  function cutOff(): void {
    end(closeCodes.tryAgainLater, 'too many messages');
    socket.pause();
    cutSoon(lastWordsMs);
  }

  function cutSoon(withinMs = limits.closeWithinMs): void {
    const cut = setTimeout(() => socket.terminate(), withinMs);
    void gone.promise.then(() => clearTimeout(cut));
  }

  socket.on('message', receive);
  socket.on('ping', () => (heardAt = performance.now()));
  socket.on('pong', () => (heardAt = performance.now()));
  // for broken or oversized frames and lost connections; the close follows by itself or after the time limit
  socket.on('error', () => cutSoon());
  socket.on('close', () => {
    isEnding = true;
    waiting.length = 0;
    subscriptions.end();
    gone.resolve();
  });

  return {
    beat() {
      if (isEnding) return;
      const at = performance.now();
      // the client's silence does not count while the server does not read
      if (socket.isPaused) heardAt = at;
      if (at - heardAt > limits.silenceMs) end(closeCodes.goingAway, 'silent');
      else if (socket.readyState === socket.OPEN) socket.ping();
    },

    async finish() {
      waiting.length = 0;
      // frames that arrive later are not started
      isEnding = true;
      await Promise.race([work, pause(limits.closeWithinMs, undefined, { ref: false })]);
      if (socket.readyState !== socket.CLOSED) end(closeCodes.goingAway, 'the server is stopping');
      await gone.promise;
    },
  };
}

/** The server's settings deliver a message as one buffer. */
function sizeOf(data: RawData): number {
  return (data as Buffer).length;
}

function tooMany(): ChessError {
  return chessError('rate_limited', 'error.rate_limited', { seconds: 1 }, { retryAfterSeconds: 1 });
}
