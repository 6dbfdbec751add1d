import type { Locale } from '@waggle/contracts/fields';

export const noticeKinds = [
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes',
  'email-changed',
  'new-device',
  'role-changed',
  'removed',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

type Words = { subject: string; line: string; closing: string };
type Language = {
  greeting: (name: string) => string;
  facts: { when: string; device: string; address: string; role: string };
  /** The button: a new password for what the person may not have done, the app for what no new password undoes. */
  reset: string;
  open: string;
  kinds: Record<NoticeKind, Words>;
};

/** Subjects are fixed, so that nobody can put words of their own into a mail of ours. */
export const noticeWords: Record<Locale, Language> = {
  en: {
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    facts: { when: 'When', device: 'Device', address: 'IP address', role: 'Role' },
    reset: 'Reset password',
    open: 'Open Waggle',
    kinds: {
      'password-changed': {
        subject: 'Your Waggle password was changed',
        line: "Your Waggle password was changed. You've been signed out on all other devices.",
        closing: "If this wasn't you, reset your password now and tell an admin of your organization.",
      },
      'two-factor-on': {
        subject: 'Two-factor authentication was turned on',
        line: 'Your Waggle account now asks for a code from your authenticator app when you sign in.',
        closing: "If this wasn't you, reset your password now and tell an admin of your organization.",
      },
      'two-factor-off': {
        subject: 'Two-factor authentication was turned off',
        line: 'Your Waggle account no longer asks for a code when you sign in. Your password is enough.',
        closing: "If this wasn't you, reset your password now and turn two-factor authentication back on.",
      },
      'recovery-codes': {
        subject: 'Your recovery codes were replaced',
        line: 'New recovery codes were created for your Waggle account. The old ones no longer work.',
        closing: "If this wasn't you, reset your password now and create new codes.",
      },
      'email-changed': {
        subject: 'Your Waggle email address was changed',
        line: "Your Waggle account has a new email address. You've been signed out on all other devices.",
        closing: "If this wasn't you, tell an admin of your organization now.",
      },
      'new-device': {
        subject: 'New sign-in to your Waggle account',
        line: "Someone signed in to your Waggle account from a device we haven't seen before.",
        closing:
          "If this was you, there's nothing to do. If not, reset your password now. You'll be signed out on all devices.",
      },
      'role-changed': {
        subject: 'Your access to Waggle was changed',
        line: 'An admin of your organization changed your role or access.',
        closing: "If you weren't expecting this, ask an admin of your organization.",
      },
      removed: {
        subject: 'Your Waggle account was removed',
        line: 'An admin of your organization removed your account. You can no longer sign in.',
        closing: "If you weren't expecting this, ask an admin of your organization.",
      },
    },
  },
  es: {
    greeting: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
    facts: { when: 'Fecha', device: 'Dispositivo', address: 'Dirección IP', role: 'Rol' },
    reset: 'Restablecer la contraseña',
    open: 'Abrir Waggle',
    kinds: {
      'password-changed': {
        subject: 'Se ha cambiado su contraseña de Waggle',
        line: 'Se ha cambiado la contraseña de su cuenta de Waggle. Se ha cerrado la sesión en todos los demás dispositivos.',
        closing: 'Si no ha sido usted, restablezca la contraseña ahora y avise a un administrador de su organización.',
      },
      'two-factor-on': {
        subject: 'Se ha activado la verificación en dos pasos',
        line: 'Su cuenta de Waggle pide ahora un código de su aplicación de autenticación al iniciar sesión.',
        closing: 'Si no ha sido usted, restablezca la contraseña ahora y avise a un administrador de su organización.',
      },
      'two-factor-off': {
        subject: 'Se ha desactivado la verificación en dos pasos',
        line: 'Su cuenta de Waggle ya no pide un código al iniciar sesión. Basta con la contraseña.',
        closing:
          'Si no ha sido usted, restablezca la contraseña ahora y vuelva a activar la verificación en dos pasos.',
      },
      'recovery-codes': {
        subject: 'Se han sustituido sus códigos de recuperación',
        line: 'Se han creado códigos de recuperación nuevos para su cuenta de Waggle. Los anteriores ya no sirven.',
        closing: 'Si no ha sido usted, restablezca la contraseña ahora y cree códigos nuevos.',
      },
      'email-changed': {
        subject: 'Se ha cambiado su dirección de correo de Waggle',
        line: 'Su cuenta de Waggle tiene una dirección de correo nueva. Se ha cerrado la sesión en todos los demás dispositivos.',
        closing: 'Si no ha sido usted, avise ahora a un administrador de su organización.',
      },
      'new-device': {
        subject: 'Nuevo inicio de sesión en su cuenta de Waggle',
        line: 'Alguien ha iniciado sesión en su cuenta de Waggle desde un dispositivo que no conocíamos.',
        closing:
          'Si ha sido usted, no tiene que hacer nada. Si no, restablezca la contraseña ahora: se cerrará la sesión en todos los dispositivos.',
      },
      'role-changed': {
        subject: 'Se ha cambiado su acceso a Waggle',
        line: 'Un administrador de su organización ha cambiado su rol o los clientes que puede ver.',
        closing: 'Si no lo esperaba, consulte a un administrador de su organización.',
      },
      removed: {
        subject: 'Se ha eliminado su cuenta de Waggle',
        line: 'Un administrador de su organización ha eliminado su cuenta. Ya no puede iniciar sesión.',
        closing: 'Si no lo esperaba, consulte a un administrador de su organización.',
      },
    },
  },
  fr: {
    greeting: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
    facts: { when: 'Date', device: 'Appareil', address: 'Adresse IP', role: 'Rôle' },
    reset: 'Réinitialiser le mot de passe',
    open: 'Ouvrir Waggle',
    kinds: {
      'password-changed': {
        subject: 'Votre mot de passe Waggle a été modifié',
        line: 'Le mot de passe de votre compte Waggle a été modifié. Tous les autres appareils ont été déconnectés.',
        closing:
          'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et prévenez un administrateur de votre organisation.',
      },
      'two-factor-on': {
        subject: 'La double authentification a été activée',
        line: 'Votre compte Waggle demande désormais un code de votre application d’authentification à la connexion.',
        closing:
          'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et prévenez un administrateur de votre organisation.',
      },
      'two-factor-off': {
        subject: 'La double authentification a été désactivée',
        line: 'Votre compte Waggle ne demande plus de code à la connexion. Le mot de passe suffit.',
        closing:
          'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et réactivez la double authentification.',
      },
      'recovery-codes': {
        subject: 'Vos codes de récupération ont été remplacés',
        line: 'De nouveaux codes de récupération ont été créés pour votre compte Waggle. Les anciens ne fonctionnent plus.',
        closing: 'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et créez de nouveaux codes.',
      },
      'email-changed': {
        subject: 'Votre adresse e-mail Waggle a été modifiée',
        line: 'Votre compte Waggle a une nouvelle adresse e-mail. Tous les autres appareils ont été déconnectés.',
        closing: 'Si ce n’était pas vous, prévenez maintenant un administrateur de votre organisation.',
      },
      'new-device': {
        subject: 'Nouvelle connexion à votre compte Waggle',
        line: 'Quelqu’un s’est connecté à votre compte Waggle depuis un appareil que nous ne connaissions pas.',
        closing:
          'Si c’était vous, vous n’avez rien à faire. Sinon, réinitialisez votre mot de passe maintenant : tous les appareils seront déconnectés.',
      },
      'role-changed': {
        subject: 'Votre accès à Waggle a été modifié',
        line: 'Un administrateur de votre organisation a modifié votre rôle ou les clients que vous pouvez voir.',
        closing: 'Si vous ne vous y attendiez pas, adressez-vous à un administrateur de votre organisation.',
      },
      removed: {
        subject: 'Votre compte Waggle a été supprimé',
        line: 'Un administrateur de votre organisation a supprimé votre compte. Vous ne pouvez plus vous connecter.',
        closing: 'Si vous ne vous y attendiez pas, adressez-vous à un administrateur de votre organisation.',
      },
    },
  },
};
