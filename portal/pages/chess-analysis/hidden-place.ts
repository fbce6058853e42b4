import { hiddenFields } from '../../components/form.ts';
import type { Place } from './place.ts';

/** The place as hidden fields of a form that opens another place; `own` are the form's visible fields. */
export function hiddenPlace(
  { fen, lines, isFlipped, isEditing }: Place,
  own: readonly ('fen' | 'lines')[] = [],
) {
  const values = {
    fen,
    lines: String(lines),
    ...(isFlipped && { flip: '1' }),
    ...(isEditing && { edit: '1' }),
  };
  return hiddenFields(Object.entries(values).filter(([name]) => !own.some((each) => each === name)));
}
