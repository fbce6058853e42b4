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
  'organizations.directory_is_private':
    'El directorio es privado: solo quienes gestionan la organización ven a sus miembros.',
  'organizations.since': 'Miembro desde',
  'organizations.change_role': 'Cambiar función',
  'organizations.remove': 'Quitar',
  'organizations.role_changed': '{name} tiene ahora la función {role}.',
  'organizations.member_removed': '{name} ya no es miembro.',
  'organizations.invite_title': 'Invitar a una persona',
  'organizations.invite_hint':
    'La persona decide en /account/invitations. Una dirección se invita tenga cuenta o no.',
  'organizations.invite': 'Invitar',
  'organizations.open_invitations': 'Invitaciones abiertas',
  'organizations.no_address': 'no es una dirección de correo',
  'organizations.invited': '{name} está invitado.',
  'organizations.already_member': 'ya es miembro',
  'organizations.already_invited': 'ya tiene una invitación abierta',
  'organizations.invitation_revoked': 'La invitación está revocada.',
  'organizations.no_teams':
    'No hay equipos. Un equipo tiene miembros y permisos sobre paquetes, repositorios y espacios de nombres.',
  'organizations.create_team': 'Crear equipo',
  'organizations.team_name': 'Nombre del equipo',
  'organizations.team_created': 'El equipo {name} está creado.',
  'organizations.team_deleted': 'El equipo {name} está eliminado.',
  'organizations.delete_team_text':
    'Sus miembros pierden los permisos del equipo. Siguen siendo miembros de la organización.',
  'organizations.empty_team': 'El equipo no tiene miembros. Se pueden añadir miembros de la organización.',
  'organizations.add_member': 'Añadir miembro',
  'organizations.no_member': 'no es miembro de la organización',
  'organizations.in_team': '{name} está en el equipo.',
  'organizations.out_of_team': '{name} ya no está en el equipo.',
  'organizations.rights': 'Acceso',
  'organizations.access_to': 'Acceso a',
  'organizations.permission': 'Permiso',
  'organizations.permission_hint':
    'Se añade a lo que el equipo ya tiene ahí. Cada permiso incluye la lectura.',
  'organizations.no_rights':
    'El equipo no tiene permisos sobre paquetes, repositorios ni espacios de nombres.',
  'organizations.nothing_to_grant':
    'La organización no tiene paquetes, repositorios ni espacios de nombres sobre los que un equipo pueda tener permisos.',
  'organizations.access_granted': 'El acceso está concedido.',
  'organizations.access_withdrawn': 'El acceso está retirado.',
  'organizations.private_directory': 'Directorio privado',
  'organizations.private_directory_hint':
    'Entonces solo quienes gestionan la organización ven a sus miembros.',
  'organizations.mfa_required': 'MFA obligatoria',
  'organizations.mfa_required_hint':
    'Los miembros sin segundo factor no cambian entonces nada de la organización.',
  'organizations.minimum_age': 'Edad mínima de las versiones en horas',
  'organizations.minimum_age_hint':
    'Los demás ven una versión ese tiempo después de su llegada. Vacío o 0: enseguida.',
  'organizations.transfer_text':
    'Otro miembro pasa a ser propietario. Usted queda como administrador, y solo el nuevo propietario puede devolverla.',
  'organizations.new_owner': 'Nuevo propietario',
  'organizations.new_owner_hint': 'El nombre de usuario de un miembro.',
  'organizations.transferred': 'La organización pertenece ahora a {name}.',
  'organizations.delete_text':
    'La organización {slug} termina, con sus equipos e invitaciones. Su identificador nunca vuelve a quedar libre; la auditoría permanece.',
  'organizations.delete_packages':
    'Paquetes: {packages}. Se archivan: no aceptan versiones nuevas, siguen legibles y le pertenecen. O transfiéralos antes.',
  'organizations.delete_no_packages': 'No tiene paquetes: se elimina enseguida.',
  'organizations.delete_repositories':
    'Repositorios: {repositories}. Los que tienen paquetes le pertenecen, los demás se eliminan.',
  'organizations.delete_namespaces': 'Espacios de nombres: {namespaces}. Le pertenecen.',
  'organizations.delete_under_way': 'La eliminación ha comenzado: los paquetes se están archivando.',
  'organizations.delete_withheld':
    'La plataforma retiene algo de esta organización. Sus administradores deciden antes sobre ello.',
  'organizations.archive_packages': 'Archivar sus paquetes',
  'organizations.archive_needed': 'tiene paquetes: marque esta casilla o transfiéralos antes',
  'organizations.deleted': 'La organización {name} está eliminada.',
  'organizations.deletion_begun':
    'Los paquetes se están archivando; después la organización deja de existir.',
  'organizations.find_members': 'Buscar miembros',
  'organizations.no_such_members': 'No hay miembros con ese nombre.',
  'organizations.more_targets':
    'La lista no está completa. El acceso a otros paquetes se concede en sus ajustes.',
};
