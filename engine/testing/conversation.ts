/** A UCI session of the engine with waits for its lines. */
import { Session } from '../uci/session.ts';

export interface Conversation {
  session: Session;
  /** All lines of the engine. */
  lines: string[];
  /** Resolves with the next line that begins with `start`. */
  lineThat: (start: string) => Promise<string>;
  /** Sends a line and waits for the answer. */
  ask: (question: string, answer: string) => Promise<string>;
}

export async function converse(): Promise<Conversation> {
  const lines: string[] = [];
  const waiting: { start: string; resolve: (line: string) => void }[] = [];
  const session = await Session.open((line) => {
    lines.push(line);
    for (const { start, resolve } of waiting) if (line.startsWith(start)) resolve(line);
  });
  await session.handle('setoption name Hash value 1');
  const lineThat = (start: string) =>
    new Promise<string>((resolve) => {
      waiting.push({ start, resolve });
    });
  const ask = async (question: string, answer: string) => {
    const found = lineThat(answer);
    await session.handle(question);
    return found;
  };
  return { session, lines, lineThat, ask };
}
