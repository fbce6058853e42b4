import { z } from 'zod';
import { fieldLimits } from '../../domain/limits/fields.ts';
import { isStorableText } from '../../domain/storable-text.ts';

/** Text from people. */
export function text({ characters }: { characters: number }) {
  return z
    .string()
    .trim()
    .max(characters)
    .refine(isStorableText, 'must not contain zero bytes or halves of characters');
}

/** Absent keeps the value; null or an empty text clears it. */
export function clearableText(limit: { characters: number }) {
  return text(limit)
    .nullish()
    .transform((value) => (value === '' ? null : value));
}

/** A link that pages show: never `javascript:` or the like. */
export function clearableLink() {
  return z
    .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(fieldLimits.link.characters)])
    .nullish()
    .transform((value) => (value === '' ? null : value));
}

/** RFC 3339, UTC. */
export const Time = z.string().meta({ format: 'date-time' });

export function time(date: Date): string {
  return date.toISOString();
}

export function timeOrNull(date: Date | null): string | null {
  return date && date.toISOString();
}

/** An instant, or a day, which means its midnight in UTC. */
export const Moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((value) => new Date(value));
