import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Catalogue<typeof en> = {
  'organizations.sections': 'Sections de l’organisation',
  'organizations.overview': 'Vue d’ensemble',
  'organizations.members': 'Membres',
  'organizations.teams': 'Équipes',
  'organizations.namespaces': 'Espaces de noms',
  'organizations.repositories': 'Dépôts',
  'organizations.security': 'Sécurité',
  'organizations.policy': 'Règles',
  'organizations.tokens': 'Jetons',
  'organizations.publishers': 'Publieurs',
  'organizations.webhooks': 'Webhooks',
  'organizations.audit': 'Journal',
  'organizations.access': 'Historique des accès',
  'organizations.settings': 'Paramètres',
  'organizations.no_repositories':
    'Il n’y a aucun dépôt visible pour vous. Les paquets se publient dans un dépôt.',
  'organizations.no_namespaces':
    'L’organisation ne détient aucun espace de noms. Une revendication empêche les autres d’y créer des paquets.',
  'organizations.new_text':
    'Elle vous appartient. Ensuite, vous invitez des membres, formez des équipes et leur donnez des droits.',
  'organizations.slug_hint':
    'Fait partie de son adresse et n’est jamais donné à un autre compte. Lettres minuscules, chiffres et traits d’union.',
};
