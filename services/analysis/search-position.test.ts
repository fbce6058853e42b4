import { type Client, ServiceError, WorkflowNotFoundError } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionInput } from '../../workflows/definitions.ts';
import { searchPosition } from './search-position.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const input = { fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', movetimeMs: 30_000 } as PositionInput;

/**
 * A workflow service that starts a request late, even when no client waits for it any more. A call can be aborted like
 * a call over the network: it takes effect nevertheless.
 */
function createService({ startMs }: { startMs: number }) {
  const state = { isRunning: false, cancelled: 0, started: 0 };
  let end = Promise.withResolvers<never>();
  const pass = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
  const givenUp = (giveUp: (reason: () => void) => void) =>
    new Promise<never>((_resolve, reject) => giveUp(() => reject(new Error('given up'))));
  const handle = {
    result: () => end.promise,
    async cancel() {
      if (!state.isRunning) throw new WorkflowNotFoundError('no such workflow', 'analyse', undefined);
      state.cancelled += 1;
      await pass(50);
      state.isRunning = false;
      end.reject(new Error('cancelled'));
    },
  };
  end.promise.catch(() => undefined);
  const client = {
    // the signal only ends a call that is open when it fires
    withAbortSignal: (signal: AbortSignal, call: () => Promise<unknown>) =>
      Promise.race([call(), givenUp((give) => signal.addEventListener('abort', give))]),
    withDeadline: (deadline: number, call: () => Promise<unknown>) =>
      Promise.race([call(), givenUp((give) => void setTimeout(give, deadline - Date.now()))]),
    workflow: {
      async start() {
        state.started += 1;
        await pass(startMs);
        state.isRunning = true;
        return handle;
      },
      getHandle: () => handle,
    },
  };
  // the members of a client that a search needs
  return { state, client: client as unknown as Client };
}

/** A search, and its outcome once it has ended. */
function search(client: Client, signal: AbortSignal) {
  const found = { code: '' };
  searchPosition(client, { requestId: 'a', input }, signal).catch((error: { code: string }) => {
    found.code = error.code;
  });
  return found;
}

describe('a client that leaves', () => {
  it.each([
    ['while the search starts', 100],
    ['while it runs', 900],
  ])('%s leaves no search behind', async (_what, leavesAfter) => {
    const { state, client } = createService({ startMs: 500 });
    const controller = new AbortController();
    const found = search(client, controller.signal);

    await vi.advanceTimersByTimeAsync(leavesAfter);
    controller.abort();
    await vi.advanceTimersByTimeAsync(20);

    expect(found.code).toBe('');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(found.code).toBe('bad_request');
    expect(state).toEqual({ isRunning: false, cancelled: 1, started: 1 });
  });

  it('before it has begun starts none', async () => {
    const { state, client } = createService({ startMs: 0 });

    const found = search(client, AbortSignal.abort());
    await vi.advanceTimersByTimeAsync(0);

    expect(found.code).toBe('bad_request');
    expect(state.started).toBe(0);
  });
});

describe('a start without an answer', () => {
  it('counts as no engine, and is cancelled should it come about after all', async () => {
    const { state, client } = createService({ startMs: 6_000 });

    const found = search(client, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(7_000);

    expect(found.code).toBe('not_ready');
    expect(state).toEqual({ isRunning: false, cancelled: 1, started: 1 });
  });

  it('holds no client for long when the search never starts', async () => {
    const { client } = createService({ startMs: 60_000 });

    const found = search(client, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(8_500);

    expect(found.code).toBe('not_ready');
  });
});

describe('a start that was refused', () => {
  it.each([
    ['for good', 8, 0],
    ['by a lost answer', 14, 1],
  ])('%s: code %i', async (_what, code, most) => {
    const { state, client } = createService({ startMs: 0 });
    const cause = Object.assign(new Error('refused'), { code, details: '', metadata: {} });
    client.workflow.start = () => Promise.reject(new ServiceError('Failed to start Workflow', { cause }));
    const handle = client.workflow.getHandle('a');
    const cancel = vi.spyOn(handle, 'cancel');

    const found = search(client, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(code === 8 ? 10 : 4_000);

    expect(found.code).toBe('not_ready');
    expect(Math.min(cancel.mock.calls.length, 1)).toBe(most);
    expect(state.isRunning).toBe(false);
  });
});
