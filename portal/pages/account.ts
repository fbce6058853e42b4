import type { Page } from '../page.ts';
import { activityPage } from './account/activity-page.ts';
import { profilePage } from './account/profile-page.ts';
import { securityPage } from './account/security-page.ts';
import { sessionsPage } from './account/sessions-page.ts';
import { tokensPage } from './account/tokens-page.ts';
import { cliPage } from './client-login/cli-page.ts';
import { devicePage } from './client-login/device-page.ts';
import { confirmAddressPage } from './mail-link/confirm-page.ts';
import { newPasswordPage } from './mail-link/new-password-page.ts';
import { releaseLinkPage } from './release-link/page.ts';
import { forgotPage } from './login/forgot-page.ts';
import { loginCodePage } from './login/code-page.ts';
import { loginPage } from './login/page.ts';
import { logoutPage } from './login/logout-page.ts';
import { registerPage } from './register/page.ts';

/** Log-in, the account with its credentials, profiles, repositories and namespaces. */
export const accountPages: readonly Page[] = [
  loginPage,
  loginCodePage,
  logoutPage,
  forgotPage,
  registerPage,
  devicePage,
  cliPage,
  confirmAddressPage,
  newPasswordPage,
  releaseLinkPage,
  profilePage,
  tokensPage,
  securityPage,
  sessionsPage,
  activityPage,
];
