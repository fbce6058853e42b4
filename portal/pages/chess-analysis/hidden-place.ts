import { html } from '../../html.ts';
import type { Place } from './place.ts';

/** The place as hidden fields of a form that leads to another; `own` are the form's own fields. */
export function hiddenPlace(
  { fen, lines, isFlipped, isEditing }: Place,
  own: readonly ('fen' | 'lines' | 'flip' | 'edit')[] = [],
) {
  const values = { fen, lines, flip: isFlipped ? 1 : undefined, edit: isEditing ? 1 : undefined };
  return Object.entries(values).map(
    ([name, value]) =>
      value !== undefined &&
      !own.some((each) => each === name) &&
      html`<input type="hidden" name=${name} value=${value} />`,
  );
}
