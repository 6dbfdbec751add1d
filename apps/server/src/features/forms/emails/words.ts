import type { Locale } from '@waggle/contracts/fields';

type Words = {
  subject: string;
  line: (name: string) => string;
  agreed: string;
  action: string;
  closing: string;
  /** Under the answer to a form. */
  because: string;
};

/** What people are asked in the language of the page they filled in. No word a stranger typed is in it. */
export const emailWords: Record<Locale, Words> = {
  en: {
    subject: 'Confirm your subscription',
    line: (name) => `You asked to get emails from ${name}. Press the button to confirm that this is your address.`,
    agreed: 'You agreed to',
    action: 'Confirm',
    closing: "The link works for 30 days. If you didn't ask for this, ignore this email: you'll get no other one.",
    because: 'You got this email because your address was entered in a form.',
  },
  es: {
    subject: 'Confirme su suscripción',
    line: (name) => `Ha pedido recibir correos de ${name}. Pulse el botón para confirmar que esta es su dirección.`,
    agreed: 'Ha aceptado',
    action: 'Confirmar',
    closing: 'El enlace funciona durante 30 días. Si no lo ha pedido, ignore este correo: no recibirá ningún otro.',
    because: 'Ha recibido este correo porque su dirección se introdujo en un formulario.',
  },
  fr: {
    subject: 'Confirmez votre inscription',
    line: (name) =>
      `Vous avez demandé à recevoir des e-mails de ${name}. Cliquez sur le bouton pour confirmer que cette adresse est la vôtre.`,
    agreed: 'Vous avez accepté',
    action: 'Confirmer',
    closing:
      'Le lien fonctionne pendant 30 jours. Si vous n’avez rien demandé, ignorez cet e-mail : vous n’en recevrez pas d’autre.',
    because: 'Vous recevez cet e-mail car votre adresse a été saisie dans un formulaire.',
  },
};
