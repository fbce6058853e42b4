import { html, type Html } from '../../html.ts';

export interface GraphView {
  /** Winning chances of White by position, 0 to 100; null where they are not known yet. */
  chances: readonly (number | null)[];
  /** Half-moves that the graph marks. */
  marks: readonly { ply: number; quality: string }[];
  current: number;
  /** The name of a position; `hrefOf` has its address. */
  labelOf(ply: number): string;
  hrefOf(ply: number): string;
}

export const graphSize = { width: 600, height: 140 };

const mostLinks = 601;

/** The distance of a position from the left. */
export const graphX = (ply: number, plies: number): number =>
  plies === 0 ? 0 : round((ply / plies) * graphSize.width);

const graphY = (chances: number): number => round(graphSize.height * (1 - chances / 100));

/** The half-move under a point, `share` of the width from the left. */
export function plyAt(share: number, plies: number): number {
  return Math.max(0, Math.min(plies, Math.round(share * plies)));
}

/** Runs of known positions as outlines: the curve, and the area under it. */
export function graphPaths(chances: readonly (number | null)[]): {
  curve: string;
  area: string;
  ground: string;
} {
  const plies = chances.length - 1;
  const runs: string[][] = [];
  const spans: [number, number][] = [];
  let isOpen = false;
  for (const [ply, value] of chances.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    const x = graphX(ply, plies);
    if (!isOpen) {
      runs.push([]);
      spans.push([x, x]);
    }
    isOpen = true;
    runs.at(-1)?.push(`${x} ${graphY(value)}`);
    spans[spans.length - 1] = [spans.at(-1)?.[0] ?? x, x];
  }
  return {
    curve: runs.map((points) => `M${points.join('L')}`).join(''),
    ground: spans.map(([left, right]) => `M${left} 0H${right}V${graphSize.height}H${left}z`).join(''),
    area: runs
      .map((points, index) => {
        const [left, right] = spans[index] ?? [0, 0];
        return `M${left} ${graphSize.height}L${points.join('L')}L${right} ${graphSize.height}z`;
      })
      .join(''),
  };
}

/** White's chances as an area, marks at mistakes, a line at the current position, a link at every position. */
export function graph({ chances, marks, current, labelOf, hrefOf }: GraphView): Html {
  const { width, height } = graphSize;
  const plies = chances.length - 1;
  const { curve, area, ground } = graphPaths(chances);
  // at most one link per pixel
  const every = Math.ceil(chances.length / mostLinks);
  const linked = [...chances.keys()].filter((ply) => ply % every === 0);
  const step = plies === 0 ? width : (width / plies) * every;
  const x = graphX(current, plies);
  return html`<svg class="graph" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">
    <path class="ground" d=${ground} />
    <path class="area" d=${area} />
    <path class="level" d="M0 ${height / 2}H${width}" />
    <path class="curve" d=${curve} />
    ${marks.map(({ ply, quality }) => mark(graphX(ply, plies), graphY(chances[ply] ?? 50), quality))}
    <path class="cursor" d="M${x} 0V${height}" />
    ${linked.map(
      (ply) =>
        html`<a href=${hrefOf(ply)} tabindex="-1" data-ply=${ply}>
          <title>${labelOf(ply)}</title>
          <rect class="hit" x=${round(graphX(ply, plies) - step / 2)} width=${round(step)} height=${height} />
        </a>`,
    )}
  </svg>`;
}

/** A circle is a mistake, a diamond a blunder. */
function mark(x: number, y: number, quality: string): Html {
  const top = Math.max(7, Math.min(graphSize.height - 7, y));
  return quality === 'Blunder'
    ? html`<path class="mark blunder" d="M${x} ${top - 7}l7 7l-7 7l-7 -7z" />`
    : html`<circle class="mark mistake" cx=${x} cy=${top} r="5" />`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
