import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Catalogue<typeof en> = {
  'account.username_or_email': 'Nom d’utilisateur ou e-mail',
  'account.username': 'Nom d’utilisateur',
  'account.email': 'E-mail',
  'account.forgot': 'Mot de passe oublié ?',
  'account.no_account': 'Pas encore de compte ?',
  'account.have_account': 'Vous avez un compte ?',
  'account.logged_in': 'Bienvenue, {name}.',
  'account.logged_out': 'Vous êtes déconnecté.',
  'account.log_out_question': 'Se déconnecter de ce navigateur ?',
  'account.confirm_email': 'Ouvrez le lien du message envoyé à {email}, puis connectez-vous.',
  'account.password_hint': '12 caractères ou plus',
  'account.closed': 'L’inscription est fermée sur ce site. Demandez un compte à son exploitant.',
  'account.second_factor': 'Second facteur',
  'account.verify': 'Vérifier',
  'account.begin_again': 'Cette connexion a pris trop de temps. Recommencez.',
};
