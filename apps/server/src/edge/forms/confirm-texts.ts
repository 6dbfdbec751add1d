import type { Language } from '../layout.ts';

export type ConfirmPage = 'ask' | 'done' | 'expired' | 'unknown' | 'tooMany' | 'unavailable';

/** With the name of whose form it was, where somebody knows it. */
type Words = Record<ConfirmPage, [title: string, sentence: (name: string) => string]> & { button: string };

export const confirmTexts: Record<Language, Words> = {
  en: {
    button: 'Confirm',
    ask: [
      'Confirm your subscription',
      (name) => (name ? `Press the button to get emails from ${name}.` : 'Press the button to get emails.'),
    ],
    done: ['Your subscription is confirmed', () => 'Thank you. You can close this page.'],
    expired: ['This link has expired', () => 'Fill in the form again to get a new email.'],
    unknown: ["This link doesn't work", () => 'Check that you opened the whole link from the email.'],
    tooMany: ['Too many requests', () => 'Wait a moment and try again.'],
    unavailable: ["This page isn't available right now", () => 'Try again in a few minutes.'],
  },
  es: {
    button: 'Confirmar',
    ask: [
      'Confirme su suscripción',
      (name) => (name ? `Pulse el botón para recibir correos de ${name}.` : 'Pulse el botón para recibir correos.'),
    ],
    done: ['Su suscripción está confirmada', () => 'Gracias. Ya puede cerrar esta página.'],
    expired: ['Este enlace ha caducado', () => 'Rellene de nuevo el formulario para recibir otro correo.'],
    unknown: ['Este enlace no funciona', () => 'Compruebe que ha abierto el enlace completo del correo.'],
    tooMany: ['Demasiadas solicitudes', () => 'Espere un momento e inténtelo de nuevo.'],
    unavailable: ['Esta página no está disponible ahora', () => 'Inténtelo de nuevo en unos minutos.'],
  },
  fr: {
    button: 'Confirmer',
    ask: [
      'Confirmez votre inscription',
      (name) =>
        name
          ? `Cliquez sur le bouton pour recevoir des e-mails de ${name}.`
          : 'Cliquez sur le bouton pour recevoir des e-mails.',
    ],
    done: ['Votre inscription est confirmée', () => 'Merci. Vous pouvez fermer cette page.'],
    expired: ['Ce lien a expiré', () => 'Remplissez à nouveau le formulaire pour recevoir un nouvel e-mail.'],
    unknown: ['Ce lien ne fonctionne pas', () => 'Vérifiez que vous avez ouvert le lien complet de l’e-mail.'],
    tooMany: ['Trop de requêtes', () => 'Patientez un instant puis réessayez.'],
    unavailable: ['Cette page n’est pas disponible pour le moment', () => 'Réessayez dans quelques minutes.'],
  },
};
