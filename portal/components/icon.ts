import { html, type Html } from '../html.ts';

/** Strokes on a grid of 20, drawn for this project. */
const paths = {
  search: 'M9 3a6 6 0 1 0 0 12a6 6 0 0 0 0-12M13.5 13.5L17 17',
  copy: 'M7 7h10v10H7zM3 13V3h10',
  file: 'M5 2h7l3 3v13H5zM12 2v4h3',
  feed: 'M4 16a.5.5 0 1 0 .01 0M4 10a6 6 0 0 1 6 6M4 4a12 12 0 0 1 12 12',
  download: 'M10 3v10M6 9l4 4l4-4M3 17h14',
} as const;

export type IconName = keyof typeof paths;

/** Hidden from screen readers: a text is beside it, or the control has a name. */
export function icon(name: IconName, size: 16 | 20 = 16): Html {
  return html`<svg
    class="icon"
    width=${size}
    height=${size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d=${paths[name]} />
  </svg>`;
}
