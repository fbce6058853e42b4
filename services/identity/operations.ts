import { listOwnActivity } from './activity.ts';
import { approveLoginInSession } from './approve-login.ts';
import { changePassword } from './change-password.ts';
import { confirmAddressByLink, isLinkAlive, sendVerification } from './confirm-address.ts';
import { createOwnToken } from './create-token.ts';
import { findDevice, pollDeviceLogin, startDeviceLogin } from './device-login.ts';
import { logOut } from './log-out.ts';
import { logIn } from './login.ts';
import {
  listManagedTokens,
  listOrganizationTokens,
  revokeCurrentToken,
  revokeOrganizationToken,
  revokeTokenById,
} from './own-tokens.ts';
import { renewLogin } from './page-session.ts';
import { getAccount } from './profile.ts';
import { registerUser } from './register.ts';
import { resetPassword, sendPasswordReset } from './reset-password.ts';
import { answerChallenge } from './second-factor/challenge.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
} from './second-factor/manage.ts';
import { listOwnSessions, refreshSession, revokeOwnSession } from './sessions.ts';

/** Operations on accounts, sessions and credentials, for every surface. */
export const identity = {
  listOwnActivity,
  approveLoginInSession,
  findDevice,
  isLinkAlive,
  confirmAddressByLink,
  resetPassword,
  startDeviceLogin,
  pollDeviceLogin,
  logIn,
  logOut,
  renewLogin,
  sendVerification,
  sendPasswordReset,
  answerChallenge,
  setUpSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  disableSecondFactor,
  changePassword,
  registerUser,
  listOwnSessions,
  revokeOwnSession,
  refreshSession,
  createOwnToken,
  listManagedTokens,
  listOrganizationTokens,
  revokeTokenById,
  revokeOrganizationToken,
  revokeCurrentToken,
  getAccount,
};
