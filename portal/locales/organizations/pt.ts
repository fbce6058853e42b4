import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const pt: Catalogue<typeof en> = {
  'organizations.sections': 'Secções da organização',
  'organizations.overview': 'Visão geral',
  'organizations.members': 'Membros',
  'organizations.teams': 'Equipas',
  'organizations.namespaces': 'Espaços de nomes',
  'organizations.repositories': 'Repositórios',
  'organizations.security': 'Segurança',
  'organizations.policy': 'Política',
  'organizations.tokens': 'Tokens',
  'organizations.publishers': 'Publicadores',
  'organizations.webhooks': 'Webhooks',
  'organizations.audit': 'Auditoria',
  'organizations.access': 'Histórico de acessos',
  'organizations.settings': 'Definições',
  'organizations.no_repositories':
    'Não há repositórios que possa ver. Os pacotes são publicados num repositório.',
  'organizations.no_namespaces':
    'A organização não detém espaços de nomes. Uma reivindicação impede que outros criem pacotes nele.',
  'organizations.new_text': 'Fica a pertencer-lhe. Depois convida membros, forma equipas e dá-lhes direitos.',
  'organizations.slug_hint':
    'Parte do endereço, e nunca é dado a outra conta. Letras minúsculas, algarismos e hífenes.',
};
