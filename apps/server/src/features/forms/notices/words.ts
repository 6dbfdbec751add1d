import type { Locale } from '@waggle/contracts/fields';

type Words = {
  /** Fixed but for the number, so that nobody can put words of their own into a subject of ours. */
  subject: (count: number) => string;
  form: string;
  more: (count: number) => string;
  ticked: string;
  action: string;
  closing: string;
};

export const noticeWords: Record<Locale, Words> = {
  en: {
    subject: (count) => (count === 1 ? 'New form submission' : `${count} new form submissions`),
    form: 'Form',
    more: (count) => `These are the latest ones. ${count} more are in your submissions.`,
    ticked: 'Yes',
    action: 'View submissions',
    closing: "You get this email because you're chosen in the settings of this form.",
  },
  es: {
    subject: (count) => (count === 1 ? 'Nuevo envío de formulario' : `${count} nuevos envíos de formulario`),
    form: 'Formulario',
    more: (count) => `Estos son los más recientes. Hay ${count} más en sus envíos.`,
    ticked: 'Sí',
    action: 'Ver los envíos',
    closing: 'Recibe este correo porque está elegido en los ajustes de este formulario.',
  },
  fr: {
    subject: (count) =>
      count === 1 ? 'Nouvelle réponse à un formulaire' : `${count} nouvelles réponses à un formulaire`,
    form: 'Formulaire',
    more: (count) => `Voici les plus récentes. ${count} autres se trouvent dans vos réponses.`,
    ticked: 'Oui',
    action: 'Voir les réponses',
    closing: 'Vous recevez cet e-mail car vous êtes choisi dans les paramètres de ce formulaire.',
  },
};
