import type { AnswerError } from '../answer.ts';

/** Those of the public pages. */
export type Language = 'en' | 'es' | 'fr';

/** Said to a program that asks for a form, and to people on its page. */
export type FormRefusal =
  | 'missing'
  | 'inactive'
  | 'unavailable'
  | 'changed'
  | 'tooMany'
  | 'unreadable'
  | 'unknownField'
  | 'challenge';

/** What stands around the fields of a page; what the form itself says is its author's. */
export type PageWords = {
  /** Without an id, and for what cannot be shown. */
  notFound: [title: string, sentence: string];
  notAvailable: string;
  thankYou: string;
  redirecting: string;
  step: (at: number, of: number) => string;
  back: string;
  next: string;
  required: string;
  choose: string;
  failed: string;
  /** The page was open for too long, or is not ours. */
  again: string;
  /** Beside the field people do not see. */
  trap: string;
  sending: string;
};

type Words = {
  page: PageWords;
  refusals: Record<FormRefusal, string>;
  errors: Record<AnswerError, (label: string) => string>;
};

export const formTexts: Record<Language, Words> = {
  en: {
    page: {
      notFound: ['Form Not Found', "The form you're looking for doesn't exist."],
      notAvailable: 'Form Not Available',
      thankYou: 'Thank You!',
      redirecting: 'Redirecting you shortly...',
      step: (at, of) => `Step ${at} of ${of}`,
      back: 'Back',
      next: 'Continue',
      required: 'Fields marked * are required.',
      choose: 'Choose an option',
      failed: 'Failed to submit form',
      again: 'Check your answers and send them again.',
      trap: 'Leave this field empty',
      sending: 'Submitting...',
    },
    refusals: {
      missing: 'This form could not be found.',
      inactive: 'This form is currently inactive.',
      unavailable: 'There was an error loading this form.',
      changed: 'This form has changed. Reload the page and try again.',
      tooMany: 'Too many requests. Wait a moment and try again.',
      unreadable: "The request couldn't be read.",
      unknownField: 'This form has no such field.',
      challenge: 'Get a challenge for this form, solve it, and send the answers with its proof.',
    },
    errors: {
      required: (label) => `${label} is required`,
      email: () => 'Please enter a valid email address',
      phone: () => 'Enter a valid phone number',
      tooLong: (label) => `${label} is too long`,
      option: () => 'Choose one of the options',
      invalid: (label) => `${label} isn't valid`,
    },
  },
  es: {
    page: {
      notFound: ['Formulario no encontrado', 'El formulario que busca no existe.'],
      notAvailable: 'Formulario no disponible',
      thankYou: '¡Gracias!',
      redirecting: 'Le redirigimos en un momento...',
      step: (at, of) => `Paso ${at} de ${of}`,
      back: 'Atrás',
      next: 'Continuar',
      required: 'Los campos marcados con * son obligatorios.',
      choose: 'Elija una opción',
      failed: 'No se ha podido enviar el formulario',
      again: 'Revise sus respuestas y envíelas de nuevo.',
      trap: 'Deje este campo vacío',
      sending: 'Enviando...',
    },
    refusals: {
      missing: 'No se ha encontrado este formulario.',
      inactive: 'Este formulario no está activo en este momento.',
      unavailable: 'Se ha producido un error al cargar este formulario.',
      changed: 'Este formulario ha cambiado. Vuelva a cargar la página e inténtelo de nuevo.',
      tooMany: 'Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.',
      unreadable: 'No se ha podido leer la solicitud.',
      unknownField: 'Este formulario no tiene ese campo.',
      challenge: 'Pida un reto para este formulario, resuélvalo y envíe las respuestas con su prueba.',
    },
    errors: {
      required: (label) => `${label}: este campo es obligatorio`,
      email: () => 'Introduzca una dirección de correo válida',
      phone: () => 'Introduzca un número de teléfono válido',
      tooLong: (label) => `${label}: el texto es demasiado largo`,
      option: () => 'Elija una de las opciones',
      invalid: (label) => `${label}: el valor no es válido`,
    },
  },
  fr: {
    page: {
      notFound: ['Formulaire introuvable', 'Le formulaire que vous cherchez n’existe pas.'],
      notAvailable: 'Formulaire non disponible',
      thankYou: 'Merci !',
      redirecting: 'Vous allez être redirigé...',
      step: (at, of) => `Étape ${at} sur ${of}`,
      back: 'Retour',
      next: 'Continuer',
      required: 'Les champs marqués d’un * sont obligatoires.',
      choose: 'Choisissez une option',
      failed: 'Le formulaire n’a pas pu être envoyé',
      again: 'Vérifiez vos réponses et envoyez-les à nouveau.',
      trap: 'Laissez ce champ vide',
      sending: 'Envoi en cours...',
    },
    refusals: {
      missing: 'Ce formulaire est introuvable.',
      inactive: 'Ce formulaire est inactif pour le moment.',
      unavailable: 'Une erreur est survenue lors du chargement de ce formulaire.',
      changed: 'Ce formulaire a changé. Rechargez la page et réessayez.',
      tooMany: 'Trop de requêtes. Patientez un instant puis réessayez.',
      unreadable: 'La requête n’a pas pu être lue.',
      unknownField: 'Ce formulaire ne contient pas ce champ.',
      challenge: 'Demandez un défi pour ce formulaire, résolvez-le et envoyez les réponses avec sa preuve.',
    },
    errors: {
      required: (label) => `${label} : ce champ est obligatoire`,
      email: () => 'Saisissez une adresse e-mail valide',
      phone: () => 'Saisissez un numéro de téléphone valide',
      tooLong: (label) => `${label} : le texte est trop long`,
      option: () => 'Choisissez l’une des options',
      invalid: (label) => `${label} : la valeur n’est pas valide`,
    },
  },
};
