import type { Locale } from '@waggle/contracts/fields';
import { type MailProduct, withoutPicture } from '@waggle/email/mail-product';
import { renderSystemMail } from '@waggle/email/system-mail';
import type { Side } from './change-token.ts';

type Words = { subject: string; line: string; action: string; closing: string };
type Language = { greeting: string; newAddress: string; taken: Words } & Record<Side, Words>;
type Change = { link: string; newEmail: string; product: MailProduct };

/** The new address may belong to somebody the person never met, so it is told nothing that anybody typed but the name of the product. */
export function changeMail(locale: Locale, side: Side, { link, newEmail, product }: Change) {
  const { newAddress, [side]: words } = changeWords[locale](product.name);
  const facts = side === 'old' ? [{ label: newAddress, value: newEmail }] : [];
  return compose(locale, words, { link, facts, product: side === 'old' ? product : withoutPicture(product) });
}

/** To the owner of an address that somebody else wanted to sign in with, in the product of their own organization. */
export const takenMail = (locale: Locale, { link, product }: Omit<Change, 'newEmail'>) =>
  compose(locale, changeWords[locale](product.name).taken, { link, facts: [], product });

type Rest = { link: string; facts: { label: string; value: string }[]; product: MailProduct };

const compose = (locale: Locale, { subject, line, action, closing }: Words, rest: Rest) => {
  const { greeting } = changeWords[locale](rest.product.name);
  return {
    subject,
    ...renderSystemMail({ locale, title: subject, greeting, lines: [line], action, closing, ...rest }),
  };
};

const changeWords: Record<Locale, (product: string) => Language> = {
  en: (product) => ({
    greeting: 'Hello,',
    newAddress: 'New address',
    new: {
      subject: 'Confirm your new email address',
      line: `Someone wants to sign in to ${product} with this email address from now on. This link works once and expires in 24 hours.`,
      action: 'Confirm new address',
      closing: "If this wasn't you, you can ignore this email. Nothing will change.",
    },
    old: {
      subject: 'Confirm that your email address changes',
      line: `Someone signed in to your ${product} account wants to change its email address. It changes when both addresses have confirmed it. This link works once and expires in 24 hours.`,
      action: 'Confirm the change',
      closing:
        "If this wasn't you, don't open the link. Change your password now and tell an admin of your organization.",
    },
    taken: {
      subject: `This email address already has an account for ${product}`,
      line: `Someone wanted to use this email address for another account in ${product}. It already has an account, so nothing has changed.`,
      action: 'Sign in',
      closing: "If this was you, sign in with this address or reset its password. If not, there's nothing to do.",
    },
  }),
  es: (product) => ({
    greeting: 'Hola:',
    newAddress: 'Dirección nueva',
    new: {
      subject: 'Confirme su nueva dirección de correo',
      line: `Alguien quiere iniciar sesión en ${product} con esta dirección de correo a partir de ahora. Este enlace sirve una sola vez y caduca en 24 horas.`,
      action: 'Confirmar la dirección nueva',
      closing: 'Si no ha sido usted, puede ignorar este correo. No cambiará nada.',
    },
    old: {
      subject: 'Confirme que su dirección de correo cambia',
      line: `Alguien que ha iniciado sesión en su cuenta de ${product} quiere cambiar su dirección de correo. El cambio se hace cuando lo han confirmado las dos direcciones. Este enlace sirve una sola vez y caduca en 24 horas.`,
      action: 'Confirmar el cambio',
      closing:
        'Si no ha sido usted, no abra el enlace. Cambie la contraseña ahora y avise a un administrador de su organización.',
    },
    taken: {
      subject: `Esta dirección de correo ya tiene una cuenta de ${product}`,
      line: `Alguien quería usar esta dirección de correo para otra cuenta de ${product}. Ya tiene una cuenta, así que no ha cambiado nada.`,
      action: 'Iniciar sesión',
      closing:
        'Si ha sido usted, inicie sesión con esta dirección o restablezca su contraseña. Si no, no tiene que hacer nada.',
    },
  }),
  fr: (product) => ({
    greeting: 'Bonjour,',
    newAddress: 'Nouvelle adresse',
    new: {
      subject: 'Confirmez votre nouvelle adresse e-mail',
      line: `Quelqu’un souhaite désormais se connecter à ${product} avec cette adresse e-mail. Ce lien ne sert qu’une fois et expire dans 24 heures.`,
      action: 'Confirmer la nouvelle adresse',
      closing: 'Si ce n’était pas vous, vous pouvez ignorer cet e-mail. Rien ne changera.',
    },
    old: {
      subject: 'Confirmez le changement de votre adresse e-mail',
      line: `Quelqu’un connecté à votre compte ${product} souhaite changer son adresse e-mail. Le changement a lieu quand les deux adresses l’ont confirmé. Ce lien ne sert qu’une fois et expire dans 24 heures.`,
      action: 'Confirmer le changement',
      closing:
        'Si ce n’était pas vous, n’ouvrez pas le lien. Changez votre mot de passe maintenant et prévenez un administrateur de votre organisation.',
    },
    taken: {
      subject: `Cette adresse e-mail a déjà un compte ${product}`,
      line: `Quelqu’un souhaitait utiliser cette adresse e-mail pour un autre compte ${product}. Elle a déjà un compte : rien n’a changé.`,
      action: 'Se connecter',
      closing:
        'Si c’était vous, connectez-vous avec cette adresse ou réinitialisez son mot de passe. Sinon, vous n’avez rien à faire.',
    },
  }),
};
