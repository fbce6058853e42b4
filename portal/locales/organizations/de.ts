import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const de: Catalogue<typeof en> = {
  'organizations.sections': 'Bereiche der Organisation',
  'organizations.overview': 'Überblick',
  'organizations.members': 'Mitglieder',
  'organizations.teams': 'Teams',
  'organizations.namespaces': 'Namensräume',
  'organizations.repositories': 'Repositorys',
  'organizations.security': 'Sicherheit',
  'organizations.policy': 'Richtlinie',
  'organizations.tokens': 'Tokens',
  'organizations.publishers': 'Veröffentlicher',
  'organizations.webhooks': 'Webhooks',
  'organizations.audit': 'Protokoll',
  'organizations.access': 'Verlauf der Zugriffsrechte',
  'organizations.settings': 'Einstellungen',
  'organizations.no_repositories':
    'Es gibt keine Repositorys, die Sie sehen dürfen. Pakete werden in ein Repository veröffentlicht.',
  'organizations.no_namespaces':
    'Die Organisation hält keine Namensräume. Wer einen beansprucht, hält andere davon ab, Pakete darin anzulegen.',
  'organizations.new_text':
    'Sie gehört Ihnen. Danach laden Sie Mitglieder ein, bilden Teams und geben ihnen Rechte.',
  'organizations.slug_hint':
    'Teil der Adresse, und nie für ein anderes Konto frei. Kleinbuchstaben, Ziffern und Bindestriche.',
};
