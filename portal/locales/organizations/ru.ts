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
};
