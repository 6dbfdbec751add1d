import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root, signedOut } from '#app/routes.ts';
import { nextAddress } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

const accountTexts = () => loadTexts('accounts');
const joiningTexts = () => loadTexts('accounts', 'joining');
const legalTexts = () => loadTexts('accounts', 'legal');

const login = createRoute({
  getParentRoute: () => signedOut,
  path: '/auth/login',
  staticData: { title: 'titles.login' },
  validateSearch: nextAddress,
  loader: accountTexts,
  component: lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen'),
});

const register = createRoute({
  getParentRoute: () => signedOut,
  path: '/auth/register',
  staticData: { title: 'titles.register' },
  validateSearch: nextAddress,
  loader: joiningTexts,
  component: lazyRouteComponent(() => import('./register-screen.tsx'), 'RegisterScreen'),
});

const forgotPassword = createRoute({
  getParentRoute: () => signedOut,
  path: '/auth/forgot-password',
  staticData: { title: 'titles.forgotPassword' },
  loader: accountTexts,
  component: lazyRouteComponent(() => import('./forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
});

// A mailed link must work for whoever opens it, signed in or not.
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset-password',
  staticData: { title: 'titles.resetPassword' },
  loader: accountTexts,
  component: lazyRouteComponent(() => import('./reset-password-screen.tsx'), 'ResetPasswordScreen'),
});

const acceptInvitation = createRoute({
  getParentRoute: () => root,
  path: '/auth/accept-invitation',
  staticData: { title: 'titles.acceptInvitation' },
  loader: joiningTexts,
  component: lazyRouteComponent(() => import('./accept-invitation-screen.tsx'), 'AcceptInvitationScreen'),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/auth/confirm-email',
  staticData: { title: 'titles.confirmEmail' },
  loader: joiningTexts,
  component: lazyRouteComponent(() => import('./confirm-email-screen.tsx'), 'ConfirmEmailScreen'),
});

const changeEmail = createRoute({
  getParentRoute: () => root,
  path: '/auth/change-email',
  staticData: { title: 'titles.changeEmail' },
  loader: joiningTexts,
  component: lazyRouteComponent(() => import('./change-email-screen.tsx'), 'ChangeEmailScreen'),
});

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  staticData: { title: 'titles.terms' },
  loader: legalTexts,
  component: lazyRouteComponent(() => import('./terms-screen.tsx'), 'TermsScreen'),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  staticData: { title: 'titles.privacy' },
  loader: legalTexts,
  component: lazyRouteComponent(() => import('./privacy-screen.tsx'), 'PrivacyScreen'),
});

const accessibility = createRoute({
  getParentRoute: () => root,
  path: '/accessibility',
  staticData: { title: 'titles.accessibility' },
  loader: legalTexts,
  component: lazyRouteComponent(() => import('./accessibility-screen.tsx'), 'AccessibilityScreen'),
});

const guestTexts = () => loadTexts('guest');

const guestLink = createRoute({
  getParentRoute: () => root,
  path: '/guest/$token',
  staticData: { title: 'titles.guest' },
  loader: guestTexts,
  component: lazyRouteComponent(() => import('./guest-link-screen.tsx'), 'GuestLinkScreen'),
});

const guestClosed = createRoute({
  getParentRoute: () => root,
  path: '/guest/closed',
  staticData: { title: 'titles.guest' },
  loader: guestTexts,
  component: lazyRouteComponent(() => import('./guest-link-screen.tsx'), 'GuestClosedScreen'),
});

export const accountRoutes = {
  everybody: [
    guestLink,
    guestClosed,
    resetPassword,
    acceptInvitation,
    confirmEmail,
    changeEmail,
    terms,
    privacy,
    accessibility,
  ],
  signedOut: [login, register, forgotPassword],
} as const;
