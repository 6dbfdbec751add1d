import type { Locale } from '@waggle/contracts/fields';
import { inertName } from '@waggle/email/inert-name';
import type { Role } from '@waggle/contracts/roles';
import { type MailProduct, withoutPicture } from '@waggle/email/mail-product';
import { type MailBrand, type RenderedMail, renderSystemMail, type SystemMailParts } from '@waggle/email/system-mail';

type Words = { subject: string; greeting: string; lines: string[]; action: string; closing: string };
type Mail = RenderedMail & { subject: string };

type Reset = { name: string; link: string; product: MailProduct };

export function resetMail(locale: Locale, { name, link, product }: Reset): Mail {
  return compose(locale, resetWords[locale](inertName(name, ''), product.name), link, { product });
}

/**
 * Says nothing that the person who registered has typed: it may go to somebody they never met. An own product has its name
 * from an admin whose address was confirmed before.
 */
export function confirmationMail(locale: Locale, { link, product }: { link: string; product: MailProduct }): Mail {
  return compose(locale, confirmationWords[locale](product.name), link, { product: withoutPicture(product) });
}

type Invitation = {
  organization: string;
  inviter: string;
  role: Role;
  product: MailProduct;
  brand: MailBrand | undefined;
  link: string;
};

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
  return compose(locale, invitationWords[locale](organization, inviter, to.product.name), to.link, {
    title,
    facts,
    product: withoutPicture(to.product),
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
  more: Pick<SystemMailParts, 'product'> & Partial<Pick<SystemMailParts, 'title' | 'facts' | 'brand'>>,
): Mail => ({
  subject,
  ...renderSystemMail({ locale, title: subject, ...words, link, ...more }),
});

const resetWords: Record<Locale, (name: string, product: string) => Words> = {
  en: (name, product) => ({
    subject: `Reset your ${product} password`,
    greeting: name ? `Hello ${name},` : 'Hello,',
    lines: [`We got a request to reset your ${product} password. This link works once and expires in 30 minutes.`],
    action: 'Choose a new password',
    closing: "If this wasn't you, you can ignore this email. Your password won't change.",
  }),
  es: (name, product) => ({
    subject: `Restablezca su contraseña de ${product}`,
    greeting: name ? `Hola, ${name}:` : 'Hola:',
    lines: [
      `Hemos recibido una solicitud para restablecer su contraseña de ${product}. Este enlace sirve una sola vez y caduca en 30 minutos.`,
    ],
    action: 'Elegir una contraseña nueva',
    closing: 'Si no ha sido usted, puede ignorar este correo. Su contraseña no cambiará.',
  }),
  fr: (name, product) => ({
    subject: `Réinitialisez votre mot de passe ${product}`,
    greeting: name ? `Bonjour ${name},` : 'Bonjour,',
    lines: [
      `Nous avons reçu une demande de réinitialisation de votre mot de passe ${product}. Ce lien ne sert qu’une fois et expire dans 30 minutes.`,
    ],
    action: 'Choisir un nouveau mot de passe',
    closing: 'Si ce n’était pas vous, vous pouvez ignorer cet e-mail. Votre mot de passe ne changera pas.',
  }),
};

const confirmationWords: Record<Locale, (product: string) => Words> = {
  en: (product) => ({
    subject: `Confirm your email address for ${product}`,
    greeting: 'Hello,',
    lines: [
      `An account for ${product} was created with this email address. Confirm the address to send emails and invite your team. This link works once and expires in 3 days.`,
    ],
    action: 'Confirm email address',
    closing: "If you didn't create this account, you can ignore this email. Nothing will be sent in your name.",
  }),
  es: (product) => ({
    subject: `Confirme su dirección de correo para ${product}`,
    greeting: 'Hola:',
    lines: [
      `Se ha creado una cuenta de ${product} con esta dirección de correo. Confírmela para enviar correos e invitar a su equipo. Este enlace sirve una sola vez y caduca en 3 días.`,
    ],
    action: 'Confirmar la dirección',
    closing: 'Si no ha creado esta cuenta, puede ignorar este correo. No se enviará nada en su nombre.',
  }),
  fr: (product) => ({
    subject: `Confirmez votre adresse e-mail pour ${product}`,
    greeting: 'Bonjour,',
    lines: [
      `Un compte ${product} a été créé avec cette adresse e-mail. Confirmez-la pour envoyer des e-mails et inviter votre équipe. Ce lien ne sert qu’une fois et expire dans 3 jours.`,
    ],
    action: 'Confirmer l’adresse',
    closing: 'Si vous n’avez pas créé ce compte, vous pouvez ignorer cet e-mail. Rien ne sera envoyé en votre nom.',
  }),
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

const invitationWords: Record<Locale, (organization: string, inviter: string, product: string) => Words> = {
  en: (organization, inviter, product) => ({
    subject: `You've been invited to ${product}`,
    greeting: 'Hello,',
    lines: [`${inviter} invited you to join ${organization} on ${product}. This link expires in 7 days.`],
    action: 'Accept the invitation',
    closing: "If you weren't expecting this, you can ignore it.",
  }),
  es: (organization, inviter, product) => ({
    subject: `Invitación a ${product}`,
    greeting: 'Hola:',
    lines: [`${inviter} le ha invitado a unirse a ${organization} en ${product}. Este enlace caduca en 7 días.`],
    action: 'Aceptar la invitación',
    closing: 'Si no esperaba esta invitación, puede ignorarla.',
  }),
  fr: (organization, inviter, product) => ({
    subject: `Invitation à rejoindre ${product}`,
    greeting: 'Bonjour,',
    lines: [`${inviter} vous invite à rejoindre ${organization} sur ${product}. Ce lien expire dans 7 jours.`],
    action: 'Accepter l’invitation',
    closing: 'Si vous n’attendiez pas cette invitation, vous pouvez l’ignorer.',
  }),
};
