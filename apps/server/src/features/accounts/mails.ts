import type { Locale } from '@waggle/contracts/fields';
import { renderSystemMail } from '@waggle/email/system-mail';

type Words = { subject: string; greeting: string; lines: string[]; action: string; closing: string };
type Mail = { subject: string; html: string; text: string };

export function resetMail(locale: Locale, to: { name: string; link: string }): Mail {
  return compose(locale, resetWords[locale](to.name), to.link);
}

export function invitationMail(locale: Locale, to: { organization: string; inviter: string; link: string }): Mail {
  return compose(locale, invitationWords[locale](to.organization, to.inviter), to.link);
}

const compose = (locale: Locale, { subject, ...words }: Words, link: string): Mail => ({
  subject,
  ...renderSystemMail({ locale, title: subject, ...words, link }),
});

const resetWords: Record<Locale, (name: string) => Words> = {
  en: (name) => ({
    subject: 'Reset your Waggle password',
    greeting: `Hello ${name},`,
    lines: ['Somebody asked to reset the password of your Waggle account. The link works once and for 30 minutes.'],
    action: 'Choose a new password',
    closing: 'If this was not you, ignore this mail. Your password stays as it is.',
  }),
  es: (name) => ({
    subject: 'Restablece tu contraseña de Waggle',
    greeting: `Hola, ${name}:`,
    lines: [
      'Alguien ha pedido restablecer la contraseña de tu cuenta de Waggle. El enlace sirve una sola vez y durante 30 minutos.',
    ],
    action: 'Elegir una contraseña nueva',
    closing: 'Si no has sido tú, ignora este correo. Tu contraseña no cambiará.',
  }),
  fr: (name) => ({
    subject: 'Réinitialisez votre mot de passe Waggle',
    greeting: `Bonjour ${name},`,
    lines: [
      'Quelqu’un a demandé à réinitialiser le mot de passe de votre compte Waggle. Le lien fonctionne une seule fois, pendant 30 minutes.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'Si ce n’était pas vous, ignorez ce message. Votre mot de passe ne change pas.',
  }),
};

const invitationWords: Record<Locale, (organization: string, inviter: string) => Words> = {
  en: (organization, inviter) => ({
    subject: `${inviter} invites you to ${organization} on Waggle`,
    greeting: 'Hello,',
    lines: [`${inviter} would like to work with you in ${organization} on Waggle. The link is valid for 7 days.`],
    action: 'Accept the invitation',
    closing: 'If you do not know the sender, ignore this mail.',
  }),
  es: (organization, inviter) => ({
    subject: `${inviter} te invita a ${organization} en Waggle`,
    greeting: 'Hola:',
    lines: [`${inviter} quiere trabajar contigo en ${organization} en Waggle. El enlace es válido durante 7 días.`],
    action: 'Aceptar la invitación',
    closing: 'Si no conoces a quien te invita, ignora este correo.',
  }),
  fr: (organization, inviter) => ({
    subject: `${inviter} vous invite à rejoindre ${organization} sur Waggle`,
    greeting: 'Bonjour,',
    lines: [`${inviter} souhaite travailler avec vous dans ${organization} sur Waggle. Le lien est valable 7 jours.`],
    action: 'Accepter l’invitation',
    closing: 'Si vous ne connaissez pas l’expéditeur, ignorez ce message.',
  }),
};
