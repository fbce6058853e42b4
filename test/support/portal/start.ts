import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type SharedPlatform, startPlatform, type TestUser } from '../platform.ts';
import { openPage, type PageSettings, startBrowser, type WatchedPage } from './browser.ts';
import { logIn } from './people.ts';

/** A platform and a browser for the tests of one file, available from its first `beforeAll` on. */
export function startPortal(start: () => Promise<SharedPlatform> = startPlatform) {
  let platform: SharedPlatform;
  let browser: Browser;
  beforeAll(async () => {
    [platform, browser] = await Promise.all([start(), startBrowser()]);
  });
  afterAll(() => browser?.close());

  /** Of the current test: a page that waits for changes works on beside the tests that follow. */
  let contexts: BrowserContext[] = [];
  beforeEach(() => {
    contexts = [];
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
  });

  async function open(settings: PageSettings = {}, url = platform.url): Promise<WatchedPage> {
    const opened = await openPage(browser, url, settings);
    contexts.push(opened.context);
    return opened;
  }
  return {
    get platform(): SharedPlatform {
      return platform;
    },
    get url(): string {
      return platform.url;
    },
    /** Opens a page of a new browser profile; `url` names another platform. */
    open,
    /** Opens a page of a logged-in user. */
    async openAs(user: TestUser, settings: PageSettings = {}): Promise<WatchedPage> {
      const opened = await open(settings);
      await logIn(opened.page, user);
      return opened;
    },
  };
}
