import { h } from 'preact';
import type { Html } from '../../html.ts';

/** The bar beside a board. */
export interface EvaluationView {
  /** Name of the meter. */
  label: string;
  /** Winning chances of White, 0 to 100; null where they are not known. */
  chances: number | null;
  /** The written form: `+0.35`, `#-3`. */
  shown: string;
  /** The text for screen readers, where it differs. */
  text?: string;
  isFlipped?: boolean;
}

/** Winning chances as a meter that grows from White's side of the board. */
export function evaluationBar({
  label,
  chances,
  shown,
  text = shown,
  isFlipped = false,
}: EvaluationView): Html {
  const known = chances ?? 50;
  const height = Math.round(known * 10) / 10;
  return h(
    'div',
    {
      class: `evaluation${isFlipped ? ' flipped' : ''}${known >= 50 ? ' ahead' : ''}`,
      role: 'meter',
      'aria-label': label,
      'aria-valuemin': '0',
      'aria-valuemax': '100',
      'aria-valuenow': String(height),
      'aria-valuetext': text,
    },
    h(
      'svg',
      { viewBox: '0 0 10 100', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
      h('rect', { class: 'black', width: 10, height: 100 }),
      h('rect', { class: 'white', width: 10, height, y: isFlipped ? 0 : 100 - height }),
      h('path', { class: 'middle', d: 'M0 50h10' }),
    ),
    h('span', { 'aria-hidden': 'true' }, whole(shown)),
  );
}

/** Without the fraction from ten pawns on, as the bar is too narrow. */
const whole = (shown: string): string =>
  shown.replace(
    /^([+-]?)(\d{2,}\.\d)$/,
    (_, sign: string, pawns: string) => `${sign}${Math.round(Number(pawns))}`,
  );
