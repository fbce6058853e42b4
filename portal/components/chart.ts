import { html, type Html } from '../html.ts';
import { table } from './show.ts';

export interface Point {
  label: string;
  value: number;
  /** The displayed value. */
  shown: string;
}

const width = 300;
const height = 64;
const gap = 0.2;

/** A column chart as SVG, with its values as a table behind a summary. */
export function columnChart(options: {
  label: string;
  columns: readonly [string, string];
  points: readonly Point[];
  summary: string;
}): Html {
  const { label, columns, points, summary } = options;
  const most = Math.max(1, ...points.map(({ value }) => value));
  const step = width / Math.max(1, points.length);
  return html`<figure class="chart">
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${label} preserveAspectRatio="none">
      ${points.map(({ label, value, shown }, index) => {
        const size = Math.max(value > 0 ? 1 : 0, (value / most) * height);
        return html`<rect
          x=${(index * step + (step * gap) / 2).toFixed(2)}
          y=${(height - size).toFixed(2)}
          width=${(step * (1 - gap)).toFixed(2)}
          height=${size.toFixed(2)}
          ><title>${label}: ${shown}</title></rect
        >`;
      })}
    </svg>
    <figcaption>
      <details>
        <summary>${summary}: ${label}</summary>
        ${table({ label, columns, rows: points.map((point) => [point.label, point.shown]), numbers: [1] })}
      </details>
    </figcaption>
  </figure>`;
}
