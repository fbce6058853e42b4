import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** The installed browser, without a window. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    // in containers the browser's sandbox needs rights that tests do not have
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** Errors on the console, and requests to other origins. */
  readonly complaints: string[];
}

export interface PageSettings {
  theme?: 'light' | 'dark';
  width?: 360 | 1280;
  javaScript?: boolean;
  locale?: string;
  hasTouch?: boolean;
}

/** A page of a new browser profile, whose errors and requests to other origins are recorded. */
export async function openPage(
  browser: Browser,
  url: string,
  { theme = 'light', width = 1280, javaScript = true, locale = 'en', hasTouch = false }: PageSettings = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: theme,
    viewport: { width, height: 900 },
    javaScriptEnabled: javaScript,
    locale,
    hasTouch,
  });
  context.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  const { origin } = new URL(url);
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(?:data|blob):/.test(request.url())) {
      complaints.push(`request to ${request.url()}`);
    }
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    // the browser logs a page with a status of 4xx as a failed load, which tests cause deliberately
    const isExpected = /Failed to load resource: the server responded with a status of 4/.test(
      message.text(),
    );
    if (message.type() === 'error' && !isExpected) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, context, complaints };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds with all its default rules, as lines. */
export async function listViolations(page: Page): Promise<string[]> {
  // evaluated outside the page's content security policy, as developer tools are
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`),
    );
  });
}

/** Whether the page scrolls sideways. */
export function overflows(page: Page): Promise<boolean> {
  return page.evaluate(`(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    const footer = document.querySelector('footer.site');
    const end = footer ? footer.getBoundingClientRect().bottom + scrollY : scrollHeight;
    return scrollWidth > clientWidth || scrollHeight > Math.max(clientHeight, end + 1);
  })()`) as Promise<boolean>;
}

const screenshots = join(import.meta.dirname, '../../../build/screenshots');

/** Saved as an artifact of the run, for people. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}
