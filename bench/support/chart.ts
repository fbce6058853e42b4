import type { Comparison } from './compare.ts';

const width = 760;
const labels = 330;
const numbers = 90;
const bar = 14;

/** A pair of bars per comparison; the longer bar has the full width. */
export function pairChart(title: string, rows: readonly Comparison[]): string {
  const room = width - labels - numbers;
  const height = 44 + rows.length * 52;
  const body = rows.map((row, index) => {
    const top = 44 + index * 52;
    const most = Math.max(row.theirs, row.ours, Number.MIN_VALUE);
    const pair = [
      { name: row.peer, value: row.theirs, style: 'peer' },
      { name: 'rookery', value: row.ours, style: 'ours' },
    ].map(({ name, value, style }, at) => {
      const y = top + at * (bar + 4);
      const length = Math.max(1, (room * value) / most);
      return [
        text(labels - 8, y + bar - 3, name, 'small end'),
        `<rect class="${style}" x="${labels}" y="${y}" width="${length.toFixed(1)}" height="${bar}"/>`,
        text(labels + length + 6, y + bar - 3, format(value), 'small'),
      ].join('');
    });
    const unit = row.unit === 'ms' ? 'ms, less is better' : 'per second';
    return [text(8, top + bar - 3, row.what), text(8, top + 2 * bar + 1, unit, 'small'), ...pair].join('\n');
  });
  return frame(title, height, body);
}

/** The speed relative to the peer, on a scale where twice and half as fast are equally far from 1. */
export function ratioChart(
  title: string,
  groups: readonly { name: string; rows: readonly Comparison[] }[],
): string {
  const rows = groups.flatMap(({ name, rows: all }) => all.map((row) => ({ ...row, name })));
  const room = width - labels - numbers;
  const exponents = rows.map(({ ratio }) => Math.log2(Math.max(ratio, 1 / 1_024)));
  const least = Math.floor(Math.min(-1, ...exponents));
  const most = Math.ceil(Math.max(1, ...exponents));
  const x = (exponent: number) => labels + (room * (exponent - least)) / (most - least);
  const height = 64 + rows.length * 22;
  const ticks = Array.from({ length: most - least + 1 }, (_, at) => least + at).map((exponent) => {
    const at = x(exponent).toFixed(1);
    const name = exponent < 0 ? `1/${2 ** -exponent}` : `${2 ** exponent}`;
    const line = `<line class="${exponent === 0 ? 'one' : 'tick'}" x1="${at}" x2="${at}" y1="50" y2="${height - 8}"/>`;
    return line + text(Number(at), 44, name, 'small middle');
  });
  const bars = rows.map((row, index) => {
    const y = 56 + index * 22;
    const to = x(exponents[index] ?? 0);
    const from = Math.min(x(0), to);
    const length = Math.max(1, Math.abs(to - x(0)));
    return [
      text(8, y + bar - 3, `${row.name}: ${row.what}`, 'small'),
      `<rect class="${row.ratio >= 1 ? 'ours' : 'peer'}" x="${from.toFixed(1)}" y="${y}" width="${length.toFixed(1)}" height="${bar}"/>`,
      text(width - 8, y + bar - 3, `${format(row.ratio)}x`, 'small end'),
    ].join('');
  });
  return frame(title, height, [...ticks, ...bars]);
}

const style = `
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.small { font-size: 11px } .title { font-size: 15px; font-weight: 600 }
.end { text-anchor: end } .middle { text-anchor: middle }
.ours { fill: #1a7f37 } .peer { fill: #9a6700 }
.tick { stroke: #d1d9e0 } .one { stroke: #59636e }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc } .ours { fill: #3fb950 } .peer { fill: #d29922 } .tick { stroke: #3d444d } .one { stroke: #9198a1 }
}`;

function frame(title: string, height: number, body: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(title)}">`,
    `<style>${style}</style>`,
    text(8, 22, title, 'title'),
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

function text(x: number, y: number, words: string, name = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y}"${name === '' ? '' : ` class="${name}"`}>${escape(words)}</text>`;
}

function escape(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export function format(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
