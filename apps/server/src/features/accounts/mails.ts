import type { Locale } from '@waggle/contracts/fields';
import { inertName } from '@waggle/email/inert-name';
import { renderSystemMail } from '@waggle/email/system-mail';

type Words = { subject: string; greeting: string; lines: string[]; action: string; closing: string };
type Mail = { subject: string; html: string; text: string };

export function resetMail(locale: Locale, to: { name: string; link: string }): Mail {
  return compose(locale, resetWords[locale](inertName(to.name, '')), to.link);
}

/** Says nothing that the person who registered has typed: it may go to somebody they never met. */
export function confirmationMail(locale: Locale, { link }: { link: string }): Mail {
  return compose(locale, confirmationWords[locale], link);
}

export function invitationMail(locale: Locale, to: { organization: string; inviter: string; link: string }): Mail {
  const neutral = neutralNames[locale];
  const organization = inertName(to.organization, neutral.organization);
  const inviter = inertName(to.inviter, neutral.inviter);
  return compose(locale, invitationWords[locale](organization, inviter), to.link);
}

const compose = (locale: Locale, { subject, ...words }: Words, link: string): Mail => ({
  subject,
  ...renderSystemMail({ locale, title: subject, ...words, link }),
});

const resetWords: Record<Locale, (name: string) => Words> = {
  en: (name) => ({
    subject: 'Reset your Waggle password',
    greeting: name ? `Hello ${name},` : 'Hello,',
    lines: ['Somebody asked to reset the password of your Waggle account. The link works once and for 30 minutes.'],
    action: 'Choose a new password',
    closing: 'If this was not you, ignore this mail. Your password stays as it is.',
  }),
  es: (name) => ({
    subject: 'Restablece tu contraseña de Waggle',
    greeting: name ? `Hola, ${name}:` : 'Hola:',
    lines: [
      'Alguien ha pedido restablecer la contraseña de tu cuenta de Waggle. El enlace sirve una sola vez y durante 30 minutos.',
    ],
    action: 'Elegir una contraseña nueva',
    closing: 'Si no has sido tú, ignora este correo. Tu contraseña no cambiará.',
  }),
  fr: (name) => ({
    subject: 'Réinitialisez votre mot de passe Waggle',
    greeting: name ? `Bonjour ${name},` : 'Bonjour,',
    lines: [
      'Quelqu’un a demandé à réinitialiser le mot de passe de votre compte Waggle. Le lien fonctionne une seule fois, pendant 30 minutes.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'Si ce n’était pas vous, ignorez ce message. Votre mot de passe ne change pas.',
  }),
};

const confirmationWords: Record<Locale, Words> = {
  en: {
    subject: 'Confirm your email address for Waggle',
    greeting: 'Hello,',
    lines: [
      'A Waggle account was created with this email address. Confirm the address to send emails and invite your team. The link works once and for 3 days.',
    ],
    action: 'Confirm email address',
    closing: 'If you did not create this account, ignore this email. Nothing is sent in your name.',
  },
  es: {
    subject: 'Confirme su dirección de correo para Waggle',
    greeting: 'Hola:',
    lines: [
      'Se ha creado una cuenta de Waggle con esta dirección de correo. Confírmela para enviar correos e invitar a su equipo. El enlace sirve una sola vez y durante 3 días.',
    ],
    action: 'Confirmar la dirección',
    closing: 'Si usted no ha creado esta cuenta, ignore este correo. No se envía nada en su nombre.',
  },
  fr: {
    subject: 'Confirmez votre adresse e-mail pour Waggle',
    greeting: 'Bonjour,',
    lines: [
      'Un compte Waggle a été créé avec cette adresse e-mail. Confirmez-la pour envoyer des e-mails et inviter votre équipe. Le lien fonctionne une seule fois, pendant 3 jours.',
    ],
    action: 'Confirmer l’adresse',
    closing: 'Si vous n’avez pas créé ce compte, ignorez ce message. Rien n’est envoyé en votre nom.',
  },
};

/** Where a name could be taken for a link. */
const neutralNames: Record<Locale, { organization: string; inviter: string }> = {
  en: { organization: 'a team', inviter: 'Someone' },
  es: { organization: 'un equipo', inviter: 'Alguien' },
  fr: { organization: 'une équipe', inviter: 'Quelqu’un' },
};

const invitationWords: Record<Locale, (organization: string, inviter: string) => Words> = {
  en: (organization, inviter) => ({
    subject: 'You are invited to Waggle',
    greeting: 'Hello,',
    lines: [`${inviter} would like to work with you in ${organization} on Waggle. The link is valid for 7 days.`],
    action: 'Accept the invitation',
    closing: 'If you do not know the sender, ignore this mail.',
  }),
  es: (organization, inviter) => ({
    subject: 'Invitación a Waggle',
    greeting: 'Hola:',
    lines: [`${inviter} quiere trabajar contigo en ${organization} en Waggle. El enlace es válido durante 7 días.`],
    action: 'Aceptar la invitación',
    closing: 'Si no conoces a quien te invita, ignora este correo.',
  }),
  fr: (organization, inviter) => ({
    subject: 'Invitation à rejoindre Waggle',
    greeting: 'Bonjour,',
    lines: [`${inviter} souhaite travailler avec vous dans ${organization} sur Waggle. Le lien est valable 7 jours.`],
    action: 'Accepter l’invitation',
    closing: 'Si vous ne connaissez pas l’expéditeur, ignorez ce message.',
  }),
};
