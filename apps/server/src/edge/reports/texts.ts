import type { Language } from '../layout.ts';

export type StopPage = 'ask' | 'done' | 'unknown' | 'tooMany' | 'unavailable';
type Words = Record<StopPage, [title: string, sentence: string]> & {
  button: string;
  /** Of a report whose link does not work any more, or never did. */
  gone: [title: string, sentence: string];
};

export const reportTexts: Record<Language, Words> = {
  en: {
    button: 'Stop these reports',
    ask: ['Stop these reports?', "You won't get these reports by email any more."],
    done: ["You've stopped these reports", "You won't get them any more. You can close this page."],
    unknown: ["This link doesn't work", 'Check that you opened the whole link from the email.'],
    tooMany: ['Too many requests', 'Wait a moment and try again.'],
    unavailable: ["This page isn't available right now", 'Try again in a few minutes.'],
    gone: ["This report isn't available", 'The link has expired or was turned off. Ask whoever sent it for a new one.'],
  },
  es: {
    button: 'Dejar de recibirlos',
    ask: ['¿Dejar de recibir estos informes?', 'Ya no recibirá estos informes por correo.'],
    done: ['Ya no recibirá estos informes', 'Puede cerrar esta página.'],
    unknown: ['Este enlace no funciona', 'Compruebe que ha abierto el enlace completo del correo.'],
    tooMany: ['Demasiadas solicitudes', 'Espere un momento e inténtelo de nuevo.'],
    unavailable: ['Esta página no está disponible ahora', 'Inténtelo de nuevo en unos minutos.'],
    gone: [
      'Este informe no está disponible',
      'El enlace ha caducado o se ha desactivado. Pida uno nuevo a quien se lo envió.',
    ],
  },
  fr: {
    button: 'Arrêter ces rapports',
    ask: ['Arrêter ces rapports ?', 'Vous ne recevrez plus ces rapports par e-mail.'],
    done: ['Vous ne recevrez plus ces rapports', 'Vous pouvez fermer cette page.'],
    unknown: ['Ce lien ne fonctionne pas', 'Vérifiez que vous avez ouvert le lien complet de l’e-mail.'],
    tooMany: ['Trop de requêtes', 'Patientez un instant puis réessayez.'],
    unavailable: ['Cette page n’est pas disponible pour le moment', 'Réessayez dans quelques minutes.'],
    gone: [
      'Ce rapport n’est pas disponible',
      'Le lien a expiré ou a été désactivé. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    ],
  },
};
