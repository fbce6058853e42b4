import type { Client } from 'pg';
import type { Logger } from '../../config/logging.ts';
import { createHostChoice, hostsOf } from '../../store/postgres/hosts.ts';
import { type Change, changesChannel } from '../../store/postgres/notify.ts';
import { openClient } from '../../store/postgres/open-client.ts';
import { askReadOnly, assertWritable } from '../../store/postgres/writable.ts';

/** Listens for changes of other processes. While it can't listen, nothing may be served from a cache. */
export interface Changes {
  readonly isListening: boolean;
  /** Reports a change of this process right after its commit, without waiting for the notice. */
  announce(change: Change): void;
  /**
   * Resolves when this process has received every change that was committed before the call: PostgreSQL sends the
   * notices of earlier commits ahead of the next answer. Resolves at once without a connection, as nothing is cached
   * then.
   */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

export interface ChangeListener {
  onChange(change: Change): void;
  /** The connection was lost or is new: everything cached may be stale. */
  onGap(): void;
}

const retryMs = 1_000;
/**
 * Interval and time limit of the check of the connection: a peer that disappears silently would keep stale caches in
 * use.
 */
const defaultPulse = { everyMs: 5_000, limitMs: 5_000 };

export function listenForChanges(
  url: string,
  log: Pick<Logger, 'warn'>,
  listener: ChangeListener,
  pulse = defaultPulse,
): Changes {
  const onOneHost = createHostChoice(url);
  // notices are sent by the host that takes the writes
  const mustWrite = hostsOf(url)?.mustWrite ?? false;
  let client: Client | undefined;
  let isListening = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;

  function lose(lost: Client | undefined, error: unknown): void {
    if (client !== lost || isClosed) return;
    clearTimeout(beat);
    lost?.removeAllListeners();
    lost?.on('error', () => {});
    lost?.end().catch(() => {});
    client = undefined;
    isListening = false;
    listener.onGap();
    log.warn({ err: error }, 'lost the change channel: caches are off until it is back');
    retry = setTimeout(() => void connect(), retryMs);
  }

  async function connect(): Promise<void> {
    let opened: Client | undefined;
    try {
      const fresh = await openClient(onOneHost, {
        application_name: 'rookery-changes',
        connectionTimeoutMillis: pulse.limitMs,
        query_timeout: pulse.limitMs,
      });
      opened = fresh;
      client = fresh;
      fresh.on('error', (error) => lose(fresh, error));
      fresh.on('end', () => lose(fresh, undefined));
      fresh.on('notification', ({ payload }) => {
        if (payload) listener.onChange(JSON.parse(payload) as Change);
      });
      if (isClosed) return await fresh.end();
      await fresh.query(`listen ${changesChannel}`);
      if (client !== fresh) return;
      listener.onGap();
      isListening = true;
      beat = setTimeout(feel, pulse.everyMs, fresh);
    } catch (error) {
      // does nothing if an event of the connection has reported the loss already
      lose(opened, error);
    }
  }

  function feel(current: Client): void {
    current
      .query<Record<string, unknown>>(askReadOnly.sql)
      .then(({ rows }) => {
        if (mustWrite) assertWritable(rows);
        if (client === current) beat = setTimeout(feel, pulse.everyMs, current);
      })
      .catch((error: unknown) => lose(current, error));
  }

  let asking: Promise<void> | undefined;
  let askingNext: Promise<void> | undefined;

  /** Calls during a query share the next query. */
  function caughtUp(): Promise<void> {
    if (!isListening) return Promise.resolve();
    if (asking === undefined) return (asking = ask());
    askingNext ??= asking.then(() => {
      askingNext = undefined;
      asking = ask();
      return asking;
    });
    return askingNext;
  }

  async function ask(): Promise<void> {
    const current = client;
    try {
      await current?.query('select 1');
    } catch (error) {
      if (current) lose(current, error);
    } finally {
      asking = undefined;
    }
  }

  void connect();
  return {
    get isListening() {
      return isListening;
    },
    announce: (change) => listener.onChange(change),
    caughtUp,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      clearTimeout(beat);
      const last = client;
      client = undefined;
      isListening = false;
      last?.removeAllListeners();
      await last?.end().catch(() => {});
    },
  };
}
