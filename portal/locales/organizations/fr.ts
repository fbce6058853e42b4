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
  'organizations.directory_is_private':
    'L’annuaire est privé : seuls les gestionnaires de l’organisation voient ses membres.',
  'organizations.since': 'Membre depuis',
  'organizations.change_role': 'Changer le rôle',
  'organizations.remove': 'Retirer',
  'organizations.role_changed': '{name} a maintenant le rôle {role}.',
  'organizations.member_removed': '{name} n’est plus membre.',
  'organizations.invite_title': 'Inviter une personne',
  'organizations.invite_hint':
    'La personne décide sur /account/invitations. Une adresse est invitée, qu’elle ait un compte ou non.',
  'organizations.invite': 'Inviter',
  'organizations.open_invitations': 'Invitations ouvertes',
  'organizations.no_address': 'ce n’est pas une adresse e-mail',
  'organizations.invited': '{name} est invité.',
  'organizations.already_member': 'est déjà membre',
  'organizations.already_invited': 'a déjà une invitation ouverte',
  'organizations.invitation_revoked': 'L’invitation est révoquée.',
  'organizations.no_teams':
    'Il n’y a pas d’équipe. Une équipe a des membres et des droits sur des paquets, des dépôts et des espaces de noms.',
  'organizations.create_team': 'Créer une équipe',
  'organizations.team_name': 'Nom de l’équipe',
  'organizations.team_created': 'L’équipe {name} est créée.',
  'organizations.team_deleted': 'L’équipe {name} est supprimée.',
  'organizations.delete_team_text':
    'Ses membres perdent les droits de l’équipe. Ils restent membres de l’organisation.',
  'organizations.empty_team':
    'L’équipe n’a pas de membres. Des membres de l’organisation peuvent être ajoutés.',
  'organizations.add_member': 'Ajouter un membre',
  'organizations.no_member': 'n’est pas membre de l’organisation',
  'organizations.in_team': '{name} est dans l’équipe.',
  'organizations.out_of_team': '{name} n’est plus dans l’équipe.',
  'organizations.rights': 'Accès',
  'organizations.access_to': 'Accès à',
  'organizations.permission': 'Droit',
  'organizations.permission_hint':
    'Il s’ajoute à ce que l’équipe y possède. Chaque droit comprend la lecture.',
  'organizations.no_rights': 'L’équipe n’a aucun droit sur des paquets, des dépôts ou des espaces de noms.',
  'organizations.nothing_to_grant':
    'L’organisation n’a ni paquet, ni dépôt, ni espace de noms sur lequel une équipe puisse avoir des droits.',
  'organizations.access_granted': 'L’accès est accordé.',
  'organizations.access_withdrawn': 'L’accès est retiré.',
  'organizations.private_directory': 'Annuaire privé',
  'organizations.private_directory_hint':
    'Seuls les gestionnaires de l’organisation voient alors ses membres.',
  'organizations.mfa_required': 'MFA obligatoire',
  'organizations.mfa_required_hint':
    'Les membres sans second facteur ne modifient alors rien de l’organisation.',
  'organizations.minimum_age': 'Âge minimal des versions en heures',
  'organizations.minimum_age_hint':
    'Les autres voient une version ce délai après son arrivée. Vide ou 0 : aussitôt.',
  'organizations.transfer_text':
    'Un autre membre devient propriétaire. Vous devenez administrateur, et seul le nouveau propriétaire peut vous la rendre.',
  'organizations.new_owner': 'Nouveau propriétaire',
  'organizations.new_owner_hint': 'Le nom d’utilisateur d’un membre.',
  'organizations.transferred': 'L’organisation appartient maintenant à {name}.',
  'organizations.delete_text':
    'L’organisation {slug} prend fin, avec ses équipes et invitations. Son identifiant n’est plus jamais libre ; le journal reste.',
  'organizations.delete_packages':
    'Paquets : {packages}. Ils sont archivés : ils ne prennent plus de version, restent lisibles et vous appartiennent. Ou transférez-les d’abord.',
  'organizations.delete_no_packages': 'Elle n’a pas de paquet : elle est supprimée aussitôt.',
  'organizations.delete_repositories':
    'Dépôts : {repositories}. Ceux qui ont des paquets vous appartiennent, les autres sont supprimés.',
  'organizations.delete_namespaces': 'Espaces de noms : {namespaces}. Ils vous appartiennent.',
  'organizations.delete_under_way': 'La suppression a commencé : les paquets sont en cours d’archivage.',
  'organizations.delete_withheld':
    'La plateforme retient quelque chose de cette organisation. Ses administrateurs en décident d’abord.',
  'organizations.archive_packages': 'Archiver ses paquets',
  'organizations.archive_needed': 'elle a des paquets : cochez cette case, ou transférez-les d’abord',
  'organizations.deleted': 'L’organisation {name} est supprimée.',
  'organizations.deletion_begun':
    'Les paquets sont en cours d’archivage ; ensuite l’organisation n’existe plus.',
  'organizations.find_members': 'Trouver des membres',
  'organizations.no_such_members': 'Aucun membre ne porte un tel nom.',
  'organizations.more_targets':
    'La liste n’est pas complète. L’accès aux autres paquets s’accorde dans leurs paramètres.',
};
