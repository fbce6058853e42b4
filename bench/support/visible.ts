/** @throws Error unless the status is a success */
export async function expectOk(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text.slice(0, 300)}`);
  return text;
}

/** @throws Error unless a reader sees the text at once */
export async function expectVisible(url: string, text: string): Promise<void> {
  const body = await expectOk(await fetch(url));
  if (!body.includes(text)) throw new Error(`not visible: ${url}: ${body.slice(-200)}`);
}
