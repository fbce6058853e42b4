import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const de: Catalogue<typeof en> = {
  'account.username_or_email': 'Benutzername oder E-Mail',
  'account.username': 'Benutzername',
  'account.email': 'E-Mail',
  'account.forgot': 'Passwort vergessen?',
  'account.no_account': 'Noch kein Konto?',
  'account.have_account': 'Sie haben ein Konto?',
  'account.logged_in': 'Willkommen, {name}.',
  'account.logged_out': 'Sie sind abgemeldet.',
  'account.log_out_question': 'In diesem Browser abmelden?',
  'account.confirm_email': 'Öffnen Sie den Link in der Mail an {email}, dann melden Sie sich an.',
  'account.password_hint': 'Mindestens 12 Zeichen',
  'account.closed': 'Die Registrierung ist hier geschlossen. Fragen Sie den Betreiber nach einem Konto.',
  'account.second_factor': 'Zweiter Faktor',
  'account.verify': 'Prüfen',
  'account.begin_again': 'Diese Anmeldung hat zu lange gedauert. Bitte von vorn beginnen.',
};
