import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const ja: Catalogue<typeof en> = {
  'account.username_or_email': 'ユーザー名またはメール',
  'account.username': 'ユーザー名',
  'account.email': 'メール',
  'account.forgot': 'パスワードをお忘れですか？',
  'account.no_account': 'アカウントをお持ちでない方',
  'account.have_account': 'アカウントをお持ちですか？',
  'account.logged_in': 'ようこそ、{name} さん。',
  'account.logged_out': 'ログアウトしました。',
  'account.log_out_question': 'このブラウザーからログアウトしますか？',
  'account.confirm_email': '{email} に送信したメールのリンクを開いてからログインしてください。',
  'account.password_hint': '12 文字以上',
  'account.closed': 'このサイトの登録は受け付けていません。運営者にお問い合わせください。',
  'account.second_factor': '二要素認証',
  'account.verify': '確認',
  'account.begin_again': 'ログインに時間がかかりすぎました。最初からやり直してください。',
};
