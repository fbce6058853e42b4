import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const zhCn: Catalogue<typeof en> = {
  'account.username_or_email': '用户名或电子邮件',
  'account.username': '用户名',
  'account.email': '电子邮件',
  'account.forgot': '忘记密码？',
  'account.no_account': '还没有账户？',
  'account.have_account': '已有账户？',
  'account.logged_in': '欢迎，{name}。',
  'account.logged_out': '您已退出。',
  'account.log_out_question': '要在此浏览器中退出吗？',
  'account.confirm_email': '请打开发送到 {email} 的邮件中的链接，然后登录。',
  'account.password_hint': '至少 12 个字符',
  'account.closed': '本站已关闭注册。请联系运营者获取账户。',
  'account.second_factor': '第二重验证',
  'account.verify': '验证',
  'account.begin_again': '登录超时，请重新开始。',
};
