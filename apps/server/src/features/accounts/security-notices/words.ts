import type { Locale } from '@waggle/contracts/fields';

export const noticeKinds = [
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'app-added',
  'recovery-codes',
  'passkey-added',
  'passkey-removed',
  'passkey-refused',
  'email-changed',
  'new-device',
  'role-changed',
  'removed',
  'ownership-given',
  'ownership-received',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

type Words = { subject: string; line: string; closing: string };
type Language = {
  greeting: (name: string) => string;
  facts: Record<'when' | 'device' | 'address' | 'role' | 'passkey' | 'passkeysLeft', string>;
  /** In place of the name of a passkey that could be taken for a link. */
  unnamed: string;
  /** The button: a new password for what the person may not have done, the app for what no new password undoes. */
  reset: string;
  open: string;
  kinds: Record<NoticeKind, Words>;
};

/** Subjects are fixed but for the name of the product, so that nobody can put words of their own into a mail of ours. */
const languages: Record<Locale, Language> = {
  en: {
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    facts: {
      when: 'When',
      device: 'Device',
      address: 'IP address',
      role: 'Role',
      passkey: 'Passkey',
      passkeysLeft: 'Passkeys that still work',
    },
    unnamed: 'a passkey',
    reset: 'Reset password',
    open: 'Open {{product}}',
    kinds: {
      'password-changed': {
        subject: 'Your {{product}} password was changed',
        line: "Your {{product}} password was changed. You've been signed out on all other devices.",
        closing: "If this wasn't you, reset your password now and tell an admin of your organization.",
      },
      'two-factor-on': {
        subject: 'Two-factor authentication was turned on',
        line: 'Your {{product}} account now asks for a second step after your password when you sign in.',
        closing: "If this wasn't you, reset your password now and tell an admin of your organization.",
      },
      'two-factor-off': {
        subject: 'Two-factor authentication was turned off',
        line: 'Your {{product}} account no longer asks for a second step when you sign in. Your password is enough.',
        closing: "If this wasn't you, reset your password now and turn two-factor authentication back on.",
      },
      'app-added': {
        subject: 'An authenticator app was added',
        line: 'Codes from an authenticator app can now be used to sign in to your {{product}} account after your password.',
        closing: "If this wasn't you, reset your password now and tell an admin of your organization.",
      },
      'recovery-codes': {
        subject: 'Your recovery codes were replaced',
        line: 'New recovery codes were created for your {{product}} account. The old ones no longer work.',
        closing: "If this wasn't you, reset your password now and create new codes.",
      },
      'passkey-added': {
        subject: 'A passkey was added to your {{product}} account',
        line: 'This passkey can now be used to sign in to your {{product}} account without a password.',
        closing:
          "If this wasn't you, reset your password now. Then sign in and remove the passkey in Settings, under Security.",
      },
      'passkey-removed': {
        subject: 'A passkey was removed from your {{product}} account',
        line: 'This passkey can no longer be used to sign in to your {{product}} account.',
        closing: "If this wasn't you, reset your password now and tell an admin of your organization.",
      },
      'passkey-refused': {
        subject: 'A passkey of your {{product}} account was refused',
        line: 'Someone tried to sign in with this passkey. We refused it because it may be a copy: it counted fewer uses than before.',
        closing: 'Remove this passkey in Settings, under Security, and add a new one.',
      },
      'email-changed': {
        subject: 'Your {{product}} email address was changed',
        line: "Your {{product}} account has a new email address. You've been signed out on all other devices.",
        closing: "If this wasn't you, tell an admin of your organization now.",
      },
      'new-device': {
        subject: 'New sign-in to your {{product}} account',
        line: "Someone signed in to your {{product}} account from a device we haven't seen before.",
        closing:
          "If this was you, there's nothing to do. If not, reset your password now. You'll be signed out on all devices.",
      },
      'role-changed': {
        subject: 'Your access to {{product}} was changed',
        line: 'An admin of your organization changed your role or access.',
        closing: "If you weren't expecting this, ask an admin of your organization.",
      },
      removed: {
        subject: 'Your {{product}} account was removed',
        line: 'An admin of your organization removed your account. You can no longer sign in.',
        closing: "If you weren't expecting this, ask an admin of your organization.",
      },
      'ownership-given': {
        subject: 'You handed over your organization in {{product}}',
        line: "Another admin owns your organization in {{product}} now. You're still an admin.",
        closing: "If this wasn't you, reset your password now and tell the operator of this installation.",
      },
      'ownership-received': {
        subject: 'You own your organization in {{product}} now',
        line: 'The ownership of your organization in {{product}} was handed over to you. You can delete the organization, or hand it over to another admin.',
        closing: "If you weren't expecting this, ask the other admins of your organization.",
      },
    },
  },
  es: {
    greeting: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
    facts: {
      when: 'Fecha',
      device: 'Dispositivo',
      address: 'Dirección IP',
      role: 'Rol',
      passkey: 'Llave de acceso',
      passkeysLeft: 'Llaves de acceso que siguen sirviendo',
    },
    unnamed: 'una llave de acceso',
    reset: 'Restablecer la contraseña',
    open: 'Abrir {{product}}',
    kinds: {
      'password-changed': {
        subject: 'Se ha cambiado su contraseña de {{product}}',
        line: 'Se ha cambiado la contraseña de su cuenta de {{product}}. Se ha cerrado la sesión en todos los demás dispositivos.',
        closing: 'Si no ha sido usted, restablezca la contraseña ahora y avise a un administrador de su organización.',
      },
      'two-factor-on': {
        subject: 'Se ha activado la verificación en dos pasos',
        line: 'Su cuenta de {{product}} pide ahora un segundo paso después de la contraseña al iniciar sesión.',
        closing: 'Si no ha sido usted, restablezca la contraseña ahora y avise a un administrador de su organización.',
      },
      'two-factor-off': {
        subject: 'Se ha desactivado la verificación en dos pasos',
        line: 'Su cuenta de {{product}} ya no pide un segundo paso al iniciar sesión. Basta con la contraseña.',
        closing:
          'Si no ha sido usted, restablezca la contraseña ahora y vuelva a activar la verificación en dos pasos.',
      },
      'app-added': {
        subject: 'Se ha añadido una aplicación de autenticación',
        line: 'Los códigos de una aplicación de autenticación sirven ahora para iniciar sesión en su cuenta de {{product}} después de la contraseña.',
        closing: 'Si no ha sido usted, restablezca la contraseña ahora y avise a un administrador de su organización.',
      },
      'recovery-codes': {
        subject: 'Se han sustituido sus códigos de recuperación',
        line: 'Se han creado códigos de recuperación nuevos para su cuenta de {{product}}. Los anteriores ya no sirven.',
        closing: 'Si no ha sido usted, restablezca la contraseña ahora y cree códigos nuevos.',
      },
      'passkey-added': {
        subject: 'Se ha añadido una llave de acceso a su cuenta de {{product}}',
        line: 'Esta llave de acceso sirve ahora para iniciar sesión en su cuenta de {{product}} sin contraseña.',
        closing:
          'Si no ha sido usted, restablezca la contraseña ahora. Después inicie sesión y quite la llave de acceso en Ajustes, en el apartado Seguridad.',
      },
      'passkey-removed': {
        subject: 'Se ha quitado una llave de acceso de su cuenta de {{product}}',
        line: 'Esta llave de acceso ya no sirve para iniciar sesión en su cuenta de {{product}}.',
        closing: 'Si no ha sido usted, restablezca la contraseña ahora y avise a un administrador de su organización.',
      },
      'passkey-refused': {
        subject: 'Se ha rechazado una llave de acceso de su cuenta de {{product}}',
        line: 'Alguien ha intentado iniciar sesión con esta llave de acceso. La hemos rechazado porque puede ser una copia: contaba menos usos que antes.',
        closing: 'Quite esta llave de acceso en Ajustes, en el apartado Seguridad, y añada otra.',
      },
      'email-changed': {
        subject: 'Se ha cambiado su dirección de correo de {{product}}',
        line: 'Su cuenta de {{product}} tiene una dirección de correo nueva. Se ha cerrado la sesión en todos los demás dispositivos.',
        closing: 'Si no ha sido usted, avise ahora a un administrador de su organización.',
      },
      'new-device': {
        subject: 'Nuevo inicio de sesión en su cuenta de {{product}}',
        line: 'Alguien ha iniciado sesión en su cuenta de {{product}} desde un dispositivo que no conocíamos.',
        closing:
          'Si ha sido usted, no tiene que hacer nada. Si no, restablezca la contraseña ahora: se cerrará la sesión en todos los dispositivos.',
      },
      'role-changed': {
        subject: 'Se ha cambiado su acceso a {{product}}',
        line: 'Un administrador de su organización ha cambiado su rol o los clientes que puede ver.',
        closing: 'Si no lo esperaba, consulte a un administrador de su organización.',
      },
      removed: {
        subject: 'Se ha eliminado su cuenta de {{product}}',
        line: 'Un administrador de su organización ha eliminado su cuenta. Ya no puede iniciar sesión.',
        closing: 'Si no lo esperaba, consulte a un administrador de su organización.',
      },
      'ownership-given': {
        subject: 'Ha traspasado su organización en {{product}}',
        line: 'Otro administrador es ahora el propietario de su organización en {{product}}. Usted sigue siendo administrador.',
        closing: 'Si no ha sido usted, restablezca la contraseña ahora y avise al operador de esta instalación.',
      },
      'ownership-received': {
        subject: 'Ahora es propietario de su organización en {{product}}',
        line: 'Se le ha traspasado la propiedad de su organización en {{product}}. Puede eliminar la organización o traspasarla a otro administrador.',
        closing: 'Si no lo esperaba, consulte a los demás administradores de su organización.',
      },
    },
  },
  fr: {
    greeting: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
    facts: {
      when: 'Date',
      device: 'Appareil',
      address: 'Adresse IP',
      role: 'Rôle',
      passkey: 'Clé d’accès',
      passkeysLeft: 'Clés d’accès qui fonctionnent toujours',
    },
    unnamed: 'une clé d’accès',
    reset: 'Réinitialiser le mot de passe',
    open: 'Ouvrir {{product}}',
    kinds: {
      'password-changed': {
        subject: 'Votre mot de passe {{product}} a été modifié',
        line: 'Le mot de passe de votre compte {{product}} a été modifié. Tous les autres appareils ont été déconnectés.',
        closing:
          'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et prévenez un administrateur de votre organisation.',
      },
      'two-factor-on': {
        subject: 'La double authentification a été activée',
        line: 'Votre compte {{product}} demande désormais une seconde étape après le mot de passe à la connexion.',
        closing:
          'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et prévenez un administrateur de votre organisation.',
      },
      'two-factor-off': {
        subject: 'La double authentification a été désactivée',
        line: 'Votre compte {{product}} ne demande plus de seconde étape à la connexion. Le mot de passe suffit.',
        closing:
          'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et réactivez la double authentification.',
      },
      'app-added': {
        subject: 'Une application d’authentification a été ajoutée',
        line: 'Les codes d’une application d’authentification permettent désormais de se connecter à votre compte {{product}} après le mot de passe.',
        closing:
          'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et prévenez un administrateur de votre organisation.',
      },
      'recovery-codes': {
        subject: 'Vos codes de récupération ont été remplacés',
        line: 'De nouveaux codes de récupération ont été créés pour votre compte {{product}}. Les anciens ne fonctionnent plus.',
        closing: 'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et créez de nouveaux codes.',
      },
      'passkey-added': {
        subject: 'Une clé d’accès a été ajoutée à votre compte {{product}}',
        line: 'Cette clé d’accès permet désormais de se connecter à votre compte {{product}} sans mot de passe.',
        closing:
          'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant. Connectez-vous ensuite et retirez la clé d’accès dans Paramètres, rubrique Sécurité.',
      },
      'passkey-removed': {
        subject: 'Une clé d’accès a été retirée de votre compte {{product}}',
        line: 'Cette clé d’accès ne permet plus de se connecter à votre compte {{product}}.',
        closing:
          'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et prévenez un administrateur de votre organisation.',
      },
      'passkey-refused': {
        subject: 'Une clé d’accès de votre compte {{product}} a été refusée',
        line: 'Quelqu’un a essayé de se connecter avec cette clé d’accès. Nous l’avons refusée, car il peut s’agir d’une copie : elle comptait moins d’utilisations qu’avant.',
        closing: 'Retirez cette clé d’accès dans Paramètres, rubrique Sécurité, et ajoutez-en une autre.',
      },
      'email-changed': {
        subject: 'Votre adresse e-mail {{product}} a été modifiée',
        line: 'Votre compte {{product}} a une nouvelle adresse e-mail. Tous les autres appareils ont été déconnectés.',
        closing: 'Si ce n’était pas vous, prévenez maintenant un administrateur de votre organisation.',
      },
      'new-device': {
        subject: 'Nouvelle connexion à votre compte {{product}}',
        line: 'Quelqu’un s’est connecté à votre compte {{product}} depuis un appareil que nous ne connaissions pas.',
        closing:
          'Si c’était vous, vous n’avez rien à faire. Sinon, réinitialisez votre mot de passe maintenant : tous les appareils seront déconnectés.',
      },
      'role-changed': {
        subject: 'Votre accès à {{product}} a été modifié',
        line: 'Un administrateur de votre organisation a modifié votre rôle ou les clients que vous pouvez voir.',
        closing: 'Si vous ne vous y attendiez pas, adressez-vous à un administrateur de votre organisation.',
      },
      removed: {
        subject: 'Votre compte {{product}} a été supprimé',
        line: 'Un administrateur de votre organisation a supprimé votre compte. Vous ne pouvez plus vous connecter.',
        closing: 'Si vous ne vous y attendiez pas, adressez-vous à un administrateur de votre organisation.',
      },
      'ownership-given': {
        subject: 'Vous avez cédé votre organisation dans {{product}}',
        line: 'Un autre administrateur est désormais propriétaire de votre organisation dans {{product}}. Vous restez administrateur.',
        closing:
          'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et prévenez l’opérateur de cette installation.',
      },
      'ownership-received': {
        subject: 'Vous êtes désormais propriétaire de votre organisation dans {{product}}',
        line: 'La propriété de votre organisation dans {{product}} vous a été cédée. Vous pouvez supprimer l’organisation ou la céder à un autre administrateur.',
        closing: 'Si vous ne vous y attendiez pas, adressez-vous aux autres administrateurs de votre organisation.',
      },
    },
  },
};

const named = (words: Words, product: string): Words => ({
  subject: withProduct(words.subject, product),
  line: withProduct(words.line, product),
  closing: words.closing,
});
const withProduct = (text: string, product: string): string => text.replaceAll('{{product}}', () => product);

/** Everything that is said about somebody's account in a product of this name. */
export function noticeWords(locale: Locale, product: string): Language {
  const language = languages[locale];
  const kinds = noticeKinds.map((kind) => [kind, named(language.kinds[kind], product)] as const);
  return {
    ...language,
    open: withProduct(language.open, product),
    kinds: Object.fromEntries(kinds) as Record<NoticeKind, Words>,
  };
}
