import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const es: Catalogue<typeof en> = {
  'account.username_or_email': 'Usuario o correo electrónico',
  'account.username': 'Usuario',
  'account.email': 'Correo electrónico',
  'account.forgot': '¿Olvidó su contraseña?',
  'account.no_account': '¿Aún no tiene cuenta?',
  'account.have_account': '¿Ya tiene una cuenta?',
  'account.logged_in': 'Bienvenido, {name}.',
  'account.logged_out': 'Ha cerrado la sesión.',
  'account.log_out_question': '¿Cerrar la sesión en este navegador?',
  'account.confirm_email': 'Abra el enlace del correo enviado a {email} y luego inicie sesión.',
  'account.password_hint': '12 caracteres o más',
  'account.closed': 'El registro está cerrado en este sitio. Pida una cuenta a su operador.',
  'account.second_factor': 'Segundo factor',
  'account.verify': 'Verificar',
  'account.begin_again': 'Ese inicio de sesión tardó demasiado. Empiece de nuevo.',
};
