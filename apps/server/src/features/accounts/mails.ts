import type { Locale } from '@waggle/contracts/fields';
import { inertName } from '@waggle/email/inert-name';
import type { Role } from '@waggle/contracts/roles';
import { type MailBrand, renderSystemMail, type SystemMailParts } from '@waggle/email/system-mail';

type Words = { subject: string; greeting: string; lines: string[]; action: string; closing: string };
type Mail = { subject: string; html: string; text: string };

export function resetMail(locale: Locale, to: { name: string; link: string }): Mail {
  return compose(locale, resetWords[locale](inertName(to.name, '')), to.link);
}

/** Says nothing that the person who registered has typed: it may go to somebody they never met. */
export function confirmationMail(locale: Locale, { link }: { link: string }): Mail {
  return compose(locale, confirmationWords[locale], link);
}

type Invitation = { organization: string; inviter: string; role: Role; brand: MailBrand | undefined; link: string };

export function invitationMail(locale: Locale, to: Invitation): Mail {
  const neutral = neutralNames[locale];
  const organization = inertName(to.organization, neutral.organization);
  const inviter = inertName(to.inviter, neutral.inviter);
  const { team, role, by, roles, join } = invitationFacts[locale];
  const facts = [
    { label: team, value: organization },
    { label: role, value: roles[to.role] },
    { label: by, value: inviter },
  ];
  const brand = inertBrand(to.brand);
  const title = join(organization);
  return compose(locale, invitationWords[locale](organization, inviter), to.link, {
    title,
    facts,
    ...(brand && { brand }),
  });
}

/**
 * Name and color alone: strangers get this email, and a picture could advertise what no text may. An address that could be
 * taken for a link is left out; under such a name the product speaks.
 */
function inertBrand(brand: MailBrand | undefined): MailBrand | undefined {
  const name = brand && inertName(brand.name, '');
  if (!brand || !name) return undefined;
  return { ...brand, name, logoUrl: null, postalAddress: inertName(brand.postalAddress.replaceAll('\n', ', '), '') };
}

const compose = (
  locale: Locale,
  { subject, ...words }: Words,
  link: string,
  more: Partial<Pick<SystemMailParts, 'title' | 'facts' | 'brand'>> = {},
): Mail => ({
  subject,
  ...renderSystemMail({ locale, title: subject, ...words, link, ...more }),
});

const resetWords: Record<Locale, (name: string) => Words> = {
  en: (name) => ({
    subject: 'Reset your Waggle password',
    greeting: name ? `Hello ${name},` : 'Hello,',
    lines: ['We got a request to reset your Waggle password. This link works once and expires in 30 minutes.'],
    action: 'Choose a new password',
    closing: "If this wasn't you, you can ignore this email. Your password won't change.",
  }),
  es: (name) => ({
    subject: 'Restablezca su contraseña de Waggle',
    greeting: name ? `Hola, ${name}:` : 'Hola:',
    lines: [
      'Hemos recibido una solicitud para restablecer su contraseña de Waggle. Este enlace sirve una sola vez y caduca en 30 minutos.',
    ],
    action: 'Elegir una contraseña nueva',
    closing: 'Si no ha sido usted, puede ignorar este correo. Su contraseña no cambiará.',
  }),
  fr: (name) => ({
    subject: 'Réinitialisez votre mot de passe Waggle',
    greeting: name ? `Bonjour ${name},` : 'Bonjour,',
    lines: [
      'Nous avons reçu une demande de réinitialisation de votre mot de passe Waggle. Ce lien ne sert qu’une fois et expire dans 30 minutes.',
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'Si ce n’était pas vous, vous pouvez ignorer cet e-mail. Votre mot de passe ne changera pas.',
  }),
};

const confirmationWords: Record<Locale, Words> = {
  en: {
    subject: 'Confirm your email address for Waggle',
    greeting: 'Hello,',
    lines: [
      'A Waggle account was created with this email address. Confirm the address to send emails and invite your team. This link works once and expires in 3 days.',
    ],
    action: 'Confirm email address',
    closing: "If you didn't create this account, you can ignore this email. Nothing will be sent in your name.",
  },
  es: {
    subject: 'Confirme su dirección de correo para Waggle',
    greeting: 'Hola:',
    lines: [
      'Se ha creado una cuenta de Waggle con esta dirección de correo. Confírmela para enviar correos e invitar a su equipo. Este enlace sirve una sola vez y caduca en 3 días.',
    ],
    action: 'Confirmar la dirección',
    closing: 'Si no ha creado esta cuenta, puede ignorar este correo. No se enviará nada en su nombre.',
  },
  fr: {
    subject: 'Confirmez votre adresse e-mail pour Waggle',
    greeting: 'Bonjour,',
    lines: [
      'Un compte Waggle a été créé avec cette adresse e-mail. Confirmez-la pour envoyer des e-mails et inviter votre équipe. Ce lien ne sert qu’une fois et expire dans 3 jours.',
    ],
    action: 'Confirmer l’adresse',
    closing: 'Si vous n’avez pas créé ce compte, vous pouvez ignorer cet e-mail. Rien ne sera envoyé en votre nom.',
  },
};

/** Where a name could be taken for a link. */
const neutralNames: Record<Locale, { organization: string; inviter: string }> = {
  en: { organization: 'a team', inviter: 'Someone' },
  es: { organization: 'un equipo', inviter: 'Alguien' },
  fr: { organization: 'une équipe', inviter: 'Quelqu’un' },
};

type InvitationFacts = Record<'team' | 'role' | 'by', string> & {
  roles: Record<Role, string>;
  join: (organization: string) => string;
};

const invitationFacts: Record<Locale, InvitationFacts> = {
  en: {
    team: 'Team',
    role: 'Role',
    by: 'Invited by',
    roles: { ADMIN: 'Admin', USER: 'User', VIEWER: 'Viewer' },
    join: (organization) => `Join ${organization}`,
  },
  es: {
    team: 'Equipo',
    role: 'Rol',
    by: 'Invitación de',
    roles: { ADMIN: 'Administrador', USER: 'Usuario', VIEWER: 'Lector' },
    join: (organization) => `Únase a ${organization}`,
  },
  fr: {
    team: 'Équipe',
    role: 'Rôle',
    by: 'Invité par',
    roles: { ADMIN: 'Administrateur', USER: 'Utilisateur', VIEWER: 'Lecteur' },
    join: (organization) => `Rejoignez ${organization}`,
  },
};

const invitationWords: Record<Locale, (organization: string, inviter: string) => Words> = {
  en: (organization, inviter) => ({
    subject: "You've been invited to Waggle",
    greeting: 'Hello,',
    lines: [`${inviter} invited you to join ${organization} on Waggle. This link expires in 7 days.`],
    action: 'Accept the invitation',
    closing: "If you weren't expecting this, you can ignore it.",
  }),
  es: (organization, inviter) => ({
    subject: 'Invitación a Waggle',
    greeting: 'Hola:',
    lines: [`${inviter} le ha invitado a unirse a ${organization} en Waggle. Este enlace caduca en 7 días.`],
    action: 'Aceptar la invitación',
    closing: 'Si no esperaba esta invitación, puede ignorarla.',
  }),
  fr: (organization, inviter) => ({
    subject: 'Invitation à rejoindre Waggle',
    greeting: 'Bonjour,',
    lines: [`${inviter} vous invite à rejoindre ${organization} sur Waggle. Ce lien expire dans 7 jours.`],
    action: 'Accepter l’invitation',
    closing: 'Si vous n’attendiez pas cette invitation, vous pouvez l’ignorer.',
  }),
};
