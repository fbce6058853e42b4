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
  'organizations.directory_is_private':
    'Das Verzeichnis ist privat: Nur wer die Organisation verwaltet, sieht ihre Mitglieder.',
  'organizations.since': 'Mitglied seit',
  'organizations.change_role': 'Rolle ändern',
  'organizations.remove': 'Entfernen',
  'organizations.role_changed': '{name} hat jetzt die Rolle {role}.',
  'organizations.member_removed': '{name} ist kein Mitglied mehr.',
  'organizations.invite_title': 'Eine Person einladen',
  'organizations.invite_hint':
    'Die Person entscheidet unter /account/invitations. Eine Adresse wird eingeladen, ob sie ein Konto hat oder nicht.',
  'organizations.invite': 'Einladen',
  'organizations.open_invitations': 'Offene Einladungen',
  'organizations.no_address': 'das ist keine E-Mail-Adresse',
  'organizations.invited': '{name} ist eingeladen.',
  'organizations.already_member': 'ist schon Mitglied',
  'organizations.already_invited': 'hat schon eine offene Einladung',
  'organizations.invitation_revoked': 'Die Einladung ist widerrufen.',
  'organizations.no_teams':
    'Es gibt keine Teams. Ein Team hat Mitglieder und Rechte an Paketen, Repositorys und Namensräumen.',
  'organizations.create_team': 'Team erstellen',
  'organizations.team_name': 'Name des Teams',
  'organizations.team_created': 'Das Team {name} ist erstellt.',
  'organizations.team_deleted': 'Das Team {name} ist gelöscht.',
  'organizations.delete_team_text':
    'Die Mitglieder verlieren die Rechte des Teams. Sie bleiben Mitglieder der Organisation.',
  'organizations.empty_team':
    'Das Team hat keine Mitglieder. Mitglieder der Organisation können aufgenommen werden.',
  'organizations.add_member': 'Mitglied hinzufügen',
  'organizations.no_member': 'ist kein Mitglied der Organisation',
  'organizations.in_team': '{name} ist im Team.',
  'organizations.out_of_team': '{name} ist nicht mehr im Team.',
  'organizations.rights': 'Zugriff',
  'organizations.access_to': 'Zugriff auf',
  'organizations.permission': 'Recht',
  'organizations.permission_hint':
    'Es kommt zu dem hinzu, was das Team dort hat. Jedes Recht schließt das Lesen ein.',
  'organizations.no_rights': 'Das Team hat keine Rechte an Paketen, Repositorys oder Namensräumen.',
  'organizations.nothing_to_grant':
    'Die Organisation hat keine Pakete, Repositorys oder Namensräume, an denen ein Team Rechte haben kann.',
  'organizations.access_granted': 'Der Zugriff ist gegeben.',
  'organizations.access_withdrawn': 'Der Zugriff ist entzogen.',
  'organizations.private_directory': 'Privates Verzeichnis',
  'organizations.private_directory_hint': 'Nur wer die Organisation verwaltet, sieht dann ihre Mitglieder.',
  'organizations.mfa_required': 'Zweiter Faktor nötig',
  'organizations.mfa_required_hint': 'Mitglieder ohne zweiten Faktor ändern dann nichts an der Organisation.',
  'organizations.minimum_age': 'Mindestalter von Versionen in Stunden',
  'organizations.minimum_age_hint':
    'So lange nach ihrer Ankunft sehen andere eine Version. Leer oder 0: sofort.',
  'organizations.transfer_text':
    'Macht ein anderes Mitglied zum Eigentümer. Sie werden Administrator, und nur der neue Eigentümer kann sie zurückgeben.',
  'organizations.new_owner': 'Neuer Eigentümer',
  'organizations.new_owner_hint': 'Der Benutzername eines Mitglieds.',
  'organizations.transferred': '{name} gehört die Organisation jetzt.',
  'organizations.delete_text':
    'Die Organisation {slug} endet, mit ihren Teams und Einladungen. Ihr Kurzname wird nie wieder frei; das Protokoll bleibt.',
  'organizations.delete_packages':
    'Pakete: {packages}. Sie werden archiviert: Sie nehmen keine neuen Versionen an, bleiben lesbar und gehören Ihnen. Oder übertragen Sie sie zuerst.',
  'organizations.delete_no_packages': 'Sie hat keine Pakete: Sie wird sofort gelöscht.',
  'organizations.delete_repositories':
    'Repositorys: {repositories}. Die mit Paketen gehören Ihnen, die anderen werden gelöscht.',
  'organizations.delete_namespaces': 'Namensräume: {namespaces}. Sie gehören Ihnen.',
  'organizations.delete_under_way': 'Das Löschen hat begonnen: Die Pakete werden archiviert.',
  'organizations.delete_withheld':
    'Die Plattform hält etwas von dieser Organisation zurück. Ihre Administratoren entscheiden zuerst darüber.',
  'organizations.archive_packages': 'Ihre Pakete archivieren',
  'organizations.archive_needed': 'sie hat Pakete: setzen Sie diesen Haken, oder übertragen Sie sie zuerst',
  'organizations.deleted': 'Die Organisation {name} ist gelöscht.',
  'organizations.deletion_begun': 'Die Pakete werden archiviert; danach gibt es die Organisation nicht mehr.',
  'organizations.find_members': 'Mitglieder finden',
  'organizations.no_such_members': 'Es gibt keine Mitglieder mit einem solchen Namen.',
  'organizations.more_targets':
    'Die Liste ist nicht vollständig. Zugriff auf andere Pakete wird in deren Einstellungen gegeben.',
};
