import type { Locale } from '../../chess/locale.ts';
import { render } from '../../chess/messages.ts';
import type { Saying } from '../../chess/change-message.ts';

/** What is told to people, in a language. */
export function say(locale: Locale, { key, params }: Saying): string {
  return render(locale, key, params);
}
