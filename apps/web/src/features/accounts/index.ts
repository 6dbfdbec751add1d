export { ActiveClientCard, ActiveClientMark, ActiveClientPicker, useShowClient } from './active-client.tsx';
export { ArchivedClientBar } from './archived-client-bar.tsx';
export { ClientField, useClientChoice, useClientOptions, type ClientChoice } from './client-choice.tsx';
export { useClientNames, useShownClients } from './client-names.ts';
export { accentOf, GuestBrand, GuestLanguage, useLeaveGuest } from './guest-link.tsx';
export { accountKeys } from './keys.ts';
export {
  clientChoicesQuery,
  clientSearchQuery,
  installationQuery,
  organizationQuery,
  useSetActiveClient,
  useSavePreferences,
  useSignOut,
} from './queries.ts';
export { ConfirmNotice } from './confirm-notice.tsx';
export { ResendConfirmation } from './resend-confirmation.tsx';
export { forgetSession, noteTwoFactor, rereadSession, sessionQuery } from './session-query.ts';
export { NewPasswordFields } from './new-password-fields.tsx';
export { withMatchingPasswords } from './password-fields.ts';
export { useMissingPlan, useNextTier, usePlanName, useTier } from './plans.ts';
export { useHolds, useIsGuest, useUser } from './session.ts';
export { ComparePlans, UpgradeActions } from './upgrade-actions.tsx';
export { ActiveClientMenu } from './active-client.tsx';
export { useAdvancedAnalyticsLock, useChartFiles, useShownName } from './use-advanced-analytics.ts';
