import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const es: Catalogue<typeof en> = {
  'organizations.sections': 'Secciones de la organización',
  'organizations.overview': 'Resumen',
  'organizations.members': 'Miembros',
  'organizations.teams': 'Equipos',
  'organizations.namespaces': 'Espacios de nombres',
  'organizations.repositories': 'Repositorios',
  'organizations.security': 'Seguridad',
  'organizations.policy': 'Política',
  'organizations.tokens': 'Tokens',
  'organizations.publishers': 'Publicadores',
  'organizations.webhooks': 'Webhooks',
  'organizations.audit': 'Auditoría',
  'organizations.access': 'Historial de accesos',
  'organizations.settings': 'Ajustes',
  'organizations.no_repositories':
    'No hay repositorios que pueda ver. Los paquetes se publican en un repositorio.',
  'organizations.no_namespaces':
    'La organización no tiene espacios de nombres. Una reclamación impide que otros creen paquetes en él.',
  'organizations.new_text': 'Le pertenece. Después invita a miembros, forma equipos y les da permisos.',
  'organizations.slug_hint':
    'Parte de su dirección; nunca se da a otra cuenta. Letras minúsculas, cifras y guiones.',
};
