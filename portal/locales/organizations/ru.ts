import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const ru: Catalogue<typeof en> = {
  'organizations.sections': 'Разделы организации',
  'organizations.overview': 'Обзор',
  'organizations.members': 'Участники',
  'organizations.teams': 'Команды',
  'organizations.namespaces': 'Пространства имён',
  'organizations.repositories': 'Репозитории',
  'organizations.security': 'Безопасность',
  'organizations.policy': 'Политика',
  'organizations.tokens': 'Токены',
  'organizations.publishers': 'Издатели',
  'organizations.webhooks': 'Вебхуки',
  'organizations.audit': 'Журнал',
  'organizations.access': 'История доступа',
  'organizations.settings': 'Настройки',
  'organizations.no_repositories': 'Нет репозиториев, которые вам видны. Пакеты публикуются в репозиторий.',
  'organizations.no_namespaces':
    'У организации нет пространств имён. Заявка не даёт другим создавать в нём пакеты.',
  'organizations.new_text':
    'Она принадлежит вам. Затем вы приглашаете участников, создаёте команды и даёте им права.',
  'organizations.slug_hint':
    'Часть адреса; никогда не достаётся другой учётной записи. Строчные буквы, цифры и дефисы.',
  'organizations.directory_is_private': 'Список закрыт: участников видят только управляющие организацией.',
  'organizations.since': 'Участник с',
  'organizations.change_role': 'Сменить роль',
  'organizations.remove': 'Удалить',
  'organizations.role_changed': 'Роль {name} теперь {role}.',
  'organizations.member_removed': '{name} больше не участник.',
  'organizations.invite_title': 'Пригласить человека',
  'organizations.invite_hint':
    'Человек решает на /account/invitations. Адрес приглашается независимо от того, есть ли у него учётная запись.',
  'organizations.invite': 'Пригласить',
  'organizations.open_invitations': 'Открытые приглашения',
  'organizations.no_address': 'это не адрес электронной почты',
  'organizations.invited': 'Приглашение отправлено: {name}.',
  'organizations.already_member': 'уже участник',
  'organizations.already_invited': 'уже приглашён',
  'organizations.invitation_revoked': 'Приглашение отозвано.',
  'organizations.no_teams':
    'Команд нет. У команды есть участники и права на пакеты, репозитории и пространства имён.',
  'organizations.create_team': 'Создать команду',
  'organizations.team_name': 'Название команды',
  'organizations.team_created': 'Команда {name} создана.',
  'organizations.team_deleted': 'Команда {name} удалена.',
  'organizations.delete_team_text': 'Участники теряют права команды, но остаются в организации.',
  'organizations.empty_team': 'В команде нет участников. Можно добавить участников организации.',
  'organizations.add_member': 'Добавить участника',
  'organizations.no_member': 'не участник организации',
  'organizations.in_team': '{name} в команде.',
  'organizations.out_of_team': '{name} больше не в команде.',
  'organizations.rights': 'Доступ',
  'organizations.access_to': 'Доступ к',
  'organizations.permission': 'Право',
  'organizations.permission_hint':
    'Добавляется к тому, что у команды там есть. Каждое право включает чтение.',
  'organizations.no_rights': 'У команды нет прав на пакеты, репозитории и пространства имён.',
  'organizations.nothing_to_grant':
    'У организации нет пакетов, репозиториев и пространств имён, на которые можно дать права.',
  'organizations.access_granted': 'Доступ предоставлен.',
  'organizations.access_withdrawn': 'Доступ отозван.',
  'organizations.private_directory': 'Закрытый список участников',
  'organizations.private_directory_hint': 'Тогда участников видят только управляющие организацией.',
  'organizations.mfa_required': 'Обязательный второй фактор',
  'organizations.mfa_required_hint': 'Участники без второго фактора тогда ничего в организации не меняют.',
  'organizations.minimum_age': 'Минимальный возраст версий в часах',
  'organizations.minimum_age_hint':
    'Остальные видят версию через это время после поступления. Пусто или 0: сразу.',
  'organizations.transfer_text':
    'Владельцем становится другой участник. Вы станете администратором, и вернуть организацию сможет только новый владелец.',
  'organizations.new_owner': 'Новый владелец',
  'organizations.new_owner_hint': 'Имя участника.',
  'organizations.transferred': 'Организация теперь принадлежит {name}.',
  'organizations.delete_text':
    'Организация {slug} прекращается вместе с командами и приглашениями. Её имя никогда не освободится; журнал остаётся.',
  'organizations.delete_packages':
    'Пакеты: {packages}. Они архивируются: новых версий не принимают, остаются доступны и переходят к вам. Или сначала передайте их.',
  'organizations.delete_no_packages': 'Пакетов нет: она удаляется сразу.',
  'organizations.delete_repositories':
    'Репозитории: {repositories}. Те, в которых есть пакеты, переходят к вам, остальные удаляются.',
  'organizations.delete_namespaces': 'Пространства имён: {namespaces}. Они переходят к вам.',
  'organizations.delete_under_way': 'Удаление началось: пакеты архивируются.',
  'organizations.delete_withheld':
    'Платформа удерживает что-то из этой организации. Сначала решают её администраторы.',
  'organizations.archive_packages': 'Архивировать её пакеты',
  'organizations.archive_needed': 'в ней есть пакеты: отметьте этот пункт или сначала передайте их',
  'organizations.deleted': 'Организация {name} удалена.',
  'organizations.deletion_begun': 'Пакеты архивируются; после этого организации не станет.',
  'organizations.find_members': 'Найти участников',
  'organizations.no_such_members': 'Участников с таким именем нет.',
  'organizations.more_targets': 'Список неполон. Доступ к другим пакетам даётся в их настройках.',
};
