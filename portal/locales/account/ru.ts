import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const ru: Catalogue<typeof en> = {
  'account.username_or_email': 'Имя пользователя или e-mail',
  'account.username': 'Имя пользователя',
  'account.email': 'E-mail',
  'account.forgot': 'Забыли пароль?',
  'account.no_account': 'Ещё нет учётной записи?',
  'account.have_account': 'Уже есть учётная запись?',
  'account.logged_in': 'Добро пожаловать, {name}.',
  'account.logged_out': 'Вы вышли.',
  'account.log_out_question': 'Выйти в этом браузере?',
  'account.confirm_email': 'Откройте ссылку из письма на {email}, затем войдите.',
  'account.password_hint': 'Не менее 12 символов',
  'account.closed': 'Регистрация на этом сайте закрыта. Обратитесь к оператору.',
  'account.second_factor': 'Второй фактор',
  'account.verify': 'Проверить',
  'account.begin_again': 'Вход занял слишком много времени. Начните сначала.',
};
