import { BROWSER_MAP, parse } from 'bowser';
import { inputLimits } from '../../domain/limits/inputs.ts';
import { html, type Html } from '../html.ts';
import { visible } from './visible.ts';

/** The browser or program of a request by its short name; a click shows the whole user agent. */
export function device(userAgent: string | null): Html {
  const name = userAgent === null ? undefined : deviceName(userAgent);
  if (userAgent === null || name === undefined) return html`<span>-</span>`;
  const whole = visible(userAgent.slice(0, mostRead));
  if (name === whole) return html`<span>${name}</span>`;
  return html`<details>
    <summary>${name}</summary>
    <span class="muted small">${whole}</span>
  </details>`;
}

/** The text is untrusted: the limit bounds the time to parse it and its space on a page. */
const mostRead = inputLimits['user agent'].characters;
const mostShown = 40;

const browsers: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP));

/** `Firefox 128 · Linux` for a browser, the first product for another program; undefined for a text without a name. */
export function deviceName(userAgent: string): string | undefined {
  const text = visible(userAgent.slice(0, mostRead)).trim();
  return (browserName(text) ?? productName(text)) || undefined;
}

function browserName(text: string): string | undefined {
  // every browser's text begins this way; the library guesses at other texts
  if (!text.startsWith('Mozilla/')) return undefined;
  const { browser, os } = parse(text);
  if (browser.name === undefined || !browsers.has(browser.name)) return undefined;
  const version = /^\d{1,6}/.exec(browser.version ?? '')?.[0];
  return [[browser.name, version].filter(Boolean).join(' '), os.name].filter(Boolean).join(' · ');
}

/** A name with a version, such as `npm/10.9.0`, or the text before brackets. */
function productName(text: string): string {
  const [, name, version] = /^([^/()]{1,40})\/([^\s;,()/]{1,40})/.exec(text) ?? [];
  const product = name === undefined ? text.replace(/[({].*/s, '') : `${name} ${version}`;
  return (product.trim() || text).slice(0, mostShown);
}
