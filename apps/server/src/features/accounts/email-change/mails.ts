import type { Locale } from '@waggle/contracts/fields';
import { renderSystemMail } from '@waggle/email/system-mail';
import type { Side } from './change-token.ts';

type Words = { subject: string; line: string; action: string; closing: string };
type Language = { greeting: string; newAddress: string; taken: Words } & Record<Side, Words>;

/** The new address may belong to somebody the person never met, so it is told nothing that anybody typed. */
export function changeMail(locale: Locale, side: Side, { link, newEmail }: { link: string; newEmail: string }) {
  const { newAddress, [side]: words } = changeWords[locale];
  return compose(locale, words, link, side === 'old' ? [{ label: newAddress, value: newEmail }] : []);
}

/** To the owner of an address that somebody else wanted to sign in with. */
export const takenMail = (locale: Locale, link: string) => compose(locale, changeWords[locale].taken, link, []);

const compose = (
  locale: Locale,
  { subject, line, action, closing }: Words,
  link: string,
  facts: { label: string; value: string }[],
) => {
  const { greeting } = changeWords[locale];
  return {
    subject,
    ...renderSystemMail({ locale, title: subject, greeting, lines: [line], facts, action, link, closing }),
  };
};

const changeWords: Record<Locale, Language> = {
  en: {
    greeting: 'Hello,',
    newAddress: 'New address',
    new: {
      subject: 'Confirm your new email address',
      line: 'Someone wants to sign in to Waggle with this email address from now on. This link works once and expires in 24 hours.',
      action: 'Confirm new address',
      closing: "If this wasn't you, you can ignore this email. Nothing will change.",
    },
    old: {
      subject: 'Confirm that your email address changes',
      line: 'Someone signed in to your Waggle account wants to change its email address. It changes when both addresses have confirmed it. This link works once and expires in 24 hours.',
      action: 'Confirm the change',
      closing:
        "If this wasn't you, don't open the link. Change your password now and tell an admin of your organization.",
    },
    taken: {
      subject: 'This email address already has a Waggle account',
      line: 'Someone wanted to use this email address for another Waggle account. It already has an account, so nothing has changed.',
      action: 'Sign in',
      closing: "If this was you, sign in with this address or reset its password. If not, there's nothing to do.",
    },
  },
  es: {
    greeting: 'Hola:',
    newAddress: 'Dirección nueva',
    new: {
      subject: 'Confirme su nueva dirección de correo',
      line: 'Alguien quiere iniciar sesión en Waggle con esta dirección de correo a partir de ahora. Este enlace sirve una sola vez y caduca en 24 horas.',
      action: 'Confirmar la dirección nueva',
      closing: 'Si no ha sido usted, puede ignorar este correo. No cambiará nada.',
    },
    old: {
      subject: 'Confirme que su dirección de correo cambia',
      line: 'Alguien que ha iniciado sesión en su cuenta de Waggle quiere cambiar su dirección de correo. El cambio se hace cuando lo han confirmado las dos direcciones. Este enlace sirve una sola vez y caduca en 24 horas.',
      action: 'Confirmar el cambio',
      closing:
        'Si no ha sido usted, no abra el enlace. Cambie la contraseña ahora y avise a un administrador de su organización.',
    },
    taken: {
      subject: 'Esta dirección de correo ya tiene una cuenta de Waggle',
      line: 'Alguien quería usar esta dirección de correo para otra cuenta de Waggle. Ya tiene una cuenta, así que no ha cambiado nada.',
      action: 'Iniciar sesión',
      closing:
        'Si ha sido usted, inicie sesión con esta dirección o restablezca su contraseña. Si no, no tiene que hacer nada.',
    },
  },
  fr: {
    greeting: 'Bonjour,',
    newAddress: 'Nouvelle adresse',
    new: {
      subject: 'Confirmez votre nouvelle adresse e-mail',
      line: 'Quelqu’un souhaite désormais se connecter à Waggle avec cette adresse e-mail. Ce lien ne sert qu’une fois et expire dans 24 heures.',
      action: 'Confirmer la nouvelle adresse',
      closing: 'Si ce n’était pas vous, vous pouvez ignorer cet e-mail. Rien ne changera.',
    },
    old: {
      subject: 'Confirmez le changement de votre adresse e-mail',
      line: 'Quelqu’un connecté à votre compte Waggle souhaite changer son adresse e-mail. Le changement a lieu quand les deux adresses l’ont confirmé. Ce lien ne sert qu’une fois et expire dans 24 heures.',
      action: 'Confirmer le changement',
      closing:
        'Si ce n’était pas vous, n’ouvrez pas le lien. Changez votre mot de passe maintenant et prévenez un administrateur de votre organisation.',
    },
    taken: {
      subject: 'Cette adresse e-mail a déjà un compte Waggle',
      line: 'Quelqu’un souhaitait utiliser cette adresse e-mail pour un autre compte Waggle. Elle a déjà un compte : rien n’a changé.',
      action: 'Se connecter',
      closing:
        'Si c’était vous, connectez-vous avec cette adresse ou réinitialisez son mot de passe. Sinon, vous n’avez rien à faire.',
    },
  },
};
