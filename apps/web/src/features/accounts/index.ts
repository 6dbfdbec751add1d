export { ActiveClientCard, ActiveClientPicker, useShowClient } from './active-client.tsx';
export { accountKeys } from './keys.ts';
export {
  clientChoicesQuery,
  clientSearchQuery,
  installationQuery,
  organizationQuery,
  useSavePreferences,
  useSignOut,
} from './queries.ts';
export { ConfirmNotice } from './confirm-notice.tsx';
export { forgetSession, noteTwoFactor, sessionQuery } from './session-query.ts';
export { NewPasswordFields } from './new-password-fields.tsx';
export { withMatchingPasswords } from './password-fields.ts';
export { useHolds, useUser } from './session.ts';

export const accountScreens = {
  login: () => import('./login-screen.tsx'),
  register: () => import('./register-screen.tsx'),
  forgotPassword: () => import('./forgot-password-screen.tsx'),
  resetPassword: () => import('./reset-password-screen.tsx'),
  confirmEmail: () => import('./confirm-email-screen.tsx'),
  acceptInvitation: () => import('./accept-invitation-screen.tsx'),
  terms: () => import('./terms-screen.tsx'),
  privacy: () => import('./privacy-screen.tsx'),
};
