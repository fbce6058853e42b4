import type { PageContext } from '../page.ts';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "5 minutes": a length of time in its largest whole unit. */
export function lengthOf({ locale }: Pick<PageContext, 'locale'>, seconds: number): string {
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(seconds / length),
  );
}
