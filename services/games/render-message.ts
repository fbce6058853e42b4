import type { Locale } from '../../chess/locale.ts';
import { render } from '../../chess/messages.ts';
import type { ChangeMessage } from '../../chess/change-message.ts';

/** Renders a message in a language. */
export function renderMessage(locale: Locale, { key, params }: ChangeMessage): string {
  return render(locale, key, params);
}
