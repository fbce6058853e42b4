import { h } from 'preact';
import type { Html } from '../../html.ts';

/** The kinds of men, as a FEN writes White's. */
export type ManKind = 'P' | 'N' | 'B' | 'R' | 'Q' | 'K';

const foot = 'M9 32.5h22l1 4H8z';

/** Outlines and inner lines on a grid of 40, drawn for this project. */
const drawings: Readonly<Record<ManKind, { shape: string; lines: string }>> = {
  P: {
    shape: `M20 8a5.5 5.5 0 0 1 3.4 9.8h2.7v3h-2.6c.5 4.6 2.6 7.9 5.9 11.7H10.600c3.3-3.8 5.4-7.1 5.9-11.700h-2.600v-3h2.700A5.5 5.5 0 0 1 20 8z${foot}`,
    lines: 'M16.5 20.800h7',
  },
  R: {
    shape: `M10 7h4.500v3.200h3.300V7h4.400v3.200h3.300V7H30v8l-3.2 2.800v10.400l2.4 4.300H10.800l2.4-4.300V17.800L10 15z${foot}`,
    lines: 'M13.2 17.800h13.600M13.2 28.200h13.6',
  },
  N: {
    shape: `M11 32.500c.2-6.4 5.6-8.3 6.9-13.300c-2.2 1.7-4.3 2.2-6.1 2.600l-2.3 2.400l-3-1.500c-.8-1.6-.6-2.9.3-4.400l3.8-6.600c.7-2.5 2.1-4.3 4.2-5.400L15.5 3l3.7 2.700C27 6.6 31.5 13.5 31.5 23c0 3.6-.6 6.5-1.4 9.500z${foot}`,
    lines: 'M21.5 8.800c5 2.6 7.3 7.7 7 14.200M14.9 11.800l1.3-.9M9.5 20.200l1.2-.8',
  },
  B: {
    shape: `M20 3.500a2.2 2.2 0 0 1 1.3 4c4 3 6.4 6.7 6.4 10.500c0 3-1.4 5.2-3.5 6.600h2v3h-2.500c.5 2 1.8 3.6 4 4.900H12.300c2.2-1.3 3.5-2.9 4-4.900h-2.500v-3h2c-2.1-1.4-3.5-3.6-3.5-6.600c0-3.8 2.4-7.5 6.4-10.500A2.2 2.2 0 0 1 20 3.500z${foot}`,
    lines: 'M15.8 24.600h8.400M23.4 12.200l-4.6 6.6',
  },
  Q: {
    shape: `M7.5 9.500a2 2 0 0 1 1.3 3.600l4.3 6.700l.6-9.100a2 2 0 1 1 2.3-.1l3 8.400l.2-10.600a2 2 0 1 1 1.6 0l.2 10.600l3-8.400a2 2 0 1 1 2.3.1l.6 9.100l4.3-6.700a2 2 0 1 1 1.9.5l-4.3 14.200c-.4 1.7-.2 3 .7 4.700H10.500c.9-1.7 1.1-3 .7-4.700L6.9 13.600A2 2 0 0 1 7.5 9.500z${foot}`,
    lines: 'M11.2 27.800c5.8-1.6 11.8-1.6 17.6 0',
  },
  K: {
    shape: `M18.8 2h2.400v2.600h2.600V7h-2.600v3.400c5.6-2.2 11.6.6 11.6 6.200c0 4.3-3.4 6.9-4.3 11.200c-.3 1.6-.1 3 .7 4.700H10.800c.8-1.7 1-3.1.7-4.700c-.9-4.3-4.3-6.9-4.3-11.200c0-5.6 6-8.4 11.6-6.200V7h-2.600V4.600h2.600z${foot}`,
    lines:
      'M20 14.500c2.2-2 8.6-2 8.6 2.300c0 3.2-2.3 4.7-3.3 7.400c-3.6-.8-7-.8-10.6 0c-1-2.7-3.3-4.2-3.3-7.400c0-4.3 6.4-4.3 8.6-2.300M11.5 27.800c5.6-1.5 11.4-1.5 17 0',
  },
};

/** The drawing of a FEN letter's man; the cell has the name. */
export function man(letter: string): Html | null {
  const kind = letter.toUpperCase() as ManKind;
  const { shape, lines } = drawings[kind];
  const side = letter === kind ? 'white' : 'black';
  return h(
    'svg',
    { class: `man ${side}`, viewBox: '1.5 1 37 37', 'aria-hidden': 'true', focusable: 'false' },
    h('path', { d: shape }),
    h('path', { class: 'lines', d: lines }),
  );
}
