import type { Page } from 'playwright-core';

/** The message after a form. */
export const said = (page: Page) => page.getByRole('main').getByRole('status').textContent();

/** The reason why a form was refused. */
export const refused = (page: Page) => page.getByRole('alert').textContent();

/** Presses a button of the content, and waits until the next page is loaded. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
  await page.waitForLoadState();
}

/** Follows a download link. Returns the name and text of the file. */
export async function download(page: Page, name: string): Promise<{ filename: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ]);
  const stream = await file.createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return { filename: file.suggestedFilename(), text: Buffer.concat(parts).toString('utf8') };
}
