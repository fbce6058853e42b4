/** A session of the engine over UCI whose lines can be waited for. */
import { Session } from '../uci/session.ts';

export interface Conversation {
  session: Session;
  /** All that was said. */
  lines: string[];
  /** The next line that begins so. */
  lineThat: (start: string) => Promise<string>;
  /** Says a line and waits for another. */
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
