/** The answer did not arrive in time. */
export class Late extends Error {
  override name = 'Late';
}

/** @throws Late after `budgetMs` milliseconds, and errors of `answer` */
export function within<T>(answer: Promise<T>, budgetMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Late(`no answer within ${budgetMs} ms`));
    // timers run before sockets: a process that is itself delayed reads arrived answers before it gives up
    const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), budgetMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
