import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const pt: Catalogue<typeof en> = {
  'account.username_or_email': 'Nome de utilizador ou e-mail',
  'account.username': 'Nome de utilizador',
  'account.email': 'E-mail',
  'account.forgot': 'Esqueceu a palavra-passe?',
  'account.no_account': 'Ainda não tem conta?',
  'account.have_account': 'Já tem uma conta?',
  'account.logged_in': 'Bem-vindo, {name}.',
  'account.logged_out': 'Saiu da conta.',
  'account.log_out_question': 'Sair neste navegador?',
  'account.confirm_email': 'Abra a ligação da mensagem enviada para {email} e depois entre.',
  'account.password_hint': '12 caracteres ou mais',
  'account.closed': 'O registo está fechado neste site. Peça uma conta ao operador.',
  'account.second_factor': 'Segundo fator',
  'account.verify': 'Verificar',
  'account.begin_again': 'Esta entrada demorou demasiado. Comece de novo.',
};
