import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** A real browser without a window: the one that the system has. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    // in containers its own sandbox needs rights that tests do not have
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

/** A page of a fresh browser profile, watched for errors and foreign requests. */
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
    // a page that is refused on purpose is logged by the browser as a failed load
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
  // past the content security policy, as the tools of a browser are
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

/** Kept as an artifact of the run, to be looked at. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}
