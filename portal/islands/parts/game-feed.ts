/** The wait before a reconnect; it doubles up to the longest wait. */
const firstWaitMs = 500;
const longestWaitMs = 15_000;
/** The interval of questions that detect a dead connection. */
const askEveryMs = 20_000;
const answerWithinMs = 10_000;

interface Feed {
  /** The number of the last event of the game. */
  changed(seq: number): void;
  connected(isConnected: boolean): void;
}

/** Reports the changes of a game by WebSocket. @returns a function that ends it */
export function followGame(gameId: string, { changed, connected }: Feed): () => void {
  let wait = firstWaitMs;
  let again: number | undefined;
  let socket: WebSocket | undefined;

  function open(): void {
    clearTimeout(again);
    again = undefined;
    const mine = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket = mine;
    let asking: number | undefined;
    let deadline: number | undefined;
    const ask = () => {
      if (mine.readyState !== WebSocket.OPEN) return;
      mine.send(JSON.stringify({ action: 'subscribe', game_id: gameId, request_id: 'feed' }));
      deadline ??= window.setTimeout(() => lost(), answerWithinMs);
    };
    mine.addEventListener('open', () => {
      ask();
      asking = window.setInterval(ask, askEveryMs);
    });
    mine.addEventListener('message', ({ data }) => {
      clearTimeout(deadline);
      deadline = undefined;
      const message = JSON.parse(String(data)) as Message;
      // the answer has the number too: the game may have moved before the subscription
      const seq = message.seq ?? message.data?.seq;
      if (seq !== undefined) changed(seq);
      if (message.type === 'event' || message.success !== true) return;
      wait = 0;
      connected(true);
    });
    mine.addEventListener('close', () => lost());
    mine.addEventListener('error', () => lost());

    function lost(): void {
      clearInterval(asking);
      clearTimeout(deadline);
      if (socket !== mine) return;
      socket = undefined;
      mine.close();
      connected(false);
      // without a socket the page itself is fetched instead
      changed(Infinity);
      wait = Math.min(longestWaitMs, Math.max(firstWaitMs, wait * 2));
      again = window.setTimeout(open, wait * (0.5 + Math.random() / 2));
    }
  }

  // reconnects at once when a laptop wakes up
  const hurry = () => {
    if (again !== undefined && document.visibilityState === 'visible') open();
  };
  addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  open();
  return () => {
    const last = socket;
    socket = undefined;
    last?.close();
    clearTimeout(again);
    again = undefined;
  };
}

interface Message {
  type: string;
  success?: boolean;
  seq?: number;
  data?: { seq?: number };
}
