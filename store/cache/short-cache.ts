/** Calls `ask` at most once per `milliseconds`; concurrent callers share the result. A failure is not kept. */
export function remember<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let askedAt = 0;
  return () => {
    if (answer !== undefined && Date.now() - askedAt < milliseconds) return answer;
    askedAt = Date.now();
    const asked = ask();
    answer = asked;
    asked.catch(() => {
      if (answer === asked) answer = undefined;
    });
    return asked;
  };
}
