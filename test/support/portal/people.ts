import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';

export interface Person {
  username: string;
  password: string;
}

/** Registers a user on the page, which is logged in afterwards. */
export async function register(page: Page): Promise<Person> {
  const username = `p${randomBytes(5).toString('hex')}`;
  const password = randomBytes(12).toString('base64url');
  await page.goto('/register');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  return { username, password };
}

export async function logIn(page: Page, { username, password }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
}
