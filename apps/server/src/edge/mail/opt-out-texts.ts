import type { Language } from '../layout.ts';

export type OptOutPage = 'ask' | 'done' | 'final' | 'undone' | 'preferences' | 'paused' | 'resumed' | 'saved';

/** `who` is the masked address and `from` the sender's name, both as HTML; null where nobody knows them. */
export type Words = {
  titles: Record<OptOutPage, string>;
  leaving: (who: string | null, from: string | null) => string;
  mistake: string;
  subscribed: string;
  choose: (who: string | null) => string;
  paused: (date: string) => string;
  until: (date: string) => string;
  resumed: string;
  unsubscribe: string;
  unsubscribeAll: string;
  undo: string;
  fewer: string;
  break: string;
  pause: string;
  days: (days: number) => string;
  someDays: (days: number) => string;
  resume: (date: string) => string;
  through: (date: string) => string;
  endBreak: string;
  noBreak: string;
  keepBreak: string;
  topics: string;
  save: string;
  saved: string;
  /** Names as HTML. */
  receive: (names: string) => string;
  notReceive: (names: string) => string;
};

const leavingEn: Words['leaving'] = (who, from) =>
  `${who ?? 'You'} won't receive any more ${from === null ? 'of these emails' : `emails from ${from}`}.`;
const leavingEs: Words['leaving'] = (who, from) =>
  `${who === null ? 'No' : `${who} no`} recibirá más correos ${from === null ? 'como este' : `de ${from}`}.`;
const leavingFr: Words['leaving'] = (who, from) =>
  `${who === null ? 'Vous ne recevrez' : `${who} ne recevra`} plus ${from === null ? 'ces e-mails' : `d’e-mails de la part de ${from}`}.`;

export const texts: Record<Language, Words> = {
  en: {
    titles: {
      ask: 'Unsubscribe from our emails',
      done: "You're unsubscribed",
      final: "You're unsubscribed",
      undone: 'Welcome back',
      preferences: 'Email preferences',
      paused: 'Emails paused',
      resumed: 'Emails resumed',
      saved: 'Preferences saved',
    },
    leaving: leavingEn,
    mistake: 'Was this a mistake? You can undo it.',
    subscribed: "You're subscribed again.",
    choose: (who) => `${who === null ? '' : `For ${who}. `}Choose what we may send you.`,
    paused: (date) => `You won't receive emails until ${date}. They'll resume automatically after that.`,
    until: (date) => `You won't receive emails until ${date}.`,
    resumed: "You'll receive emails again, unless you've unsubscribed.",
    unsubscribe: 'Unsubscribe',
    unsubscribeAll: 'Unsubscribe from everything',
    undo: 'Undo',
    fewer: 'Or get fewer emails',
    break: 'Take a break from all emails',
    pause: 'Pause emails',
    days: (days) => `Pause for ${days} days`,
    someDays: (days) => `${days} days`,
    resume: (date) => `Emails resume on ${date}`,
    through: (date) => `Until ${date}`,
    endBreak: 'Resume emails',
    noBreak: 'No break',
    keepBreak: 'Stay paused',
    topics: 'Topics',
    save: 'Save preferences',
    saved: 'We saved your choices.',
    receive: (names) => `You'll receive: ${names}.`,
    notReceive: (names) => `You won't receive: ${names}.`,
  },
  es: {
    titles: {
      ask: 'Darse de baja de nuestros correos',
      done: 'Se ha dado de baja',
      final: 'Se ha dado de baja',
      undone: 'Bienvenido de nuevo',
      preferences: 'Preferencias de correo',
      paused: 'Correos en pausa',
      resumed: 'Correos reanudados',
      saved: 'Preferencias guardadas',
    },
    leaving: leavingEs,
    mistake: '¿Fue un error? Puede deshacerlo.',
    subscribed: 'Vuelve a estar suscrito.',
    choose: (who) => `${who === null ? '' : `Para ${who}. `}Elija qué podemos enviarle.`,
    paused: (date) => `No recibirá correos hasta el ${date}. Después se reanudarán automáticamente.`,
    until: (date) => `No recibirá correos hasta el ${date}.`,
    resumed: 'Volverá a recibir correos, salvo que se haya dado de baja.',
    unsubscribe: 'Darse de baja',
    unsubscribeAll: 'Darse de baja de todo',
    undo: 'Deshacer',
    fewer: 'O reciba menos correos',
    break: 'Descanse de todos los correos',
    pause: 'Pausar los correos',
    days: (days) => `Pausar ${days} días`,
    someDays: (days) => `${days} días`,
    resume: (date) => `Los correos vuelven el ${date}`,
    through: (date) => `Hasta el ${date}`,
    endBreak: 'Reanudar los correos',
    noBreak: 'Sin pausa',
    keepBreak: 'Seguir en pausa',
    topics: 'Temas',
    save: 'Guardar preferencias',
    saved: 'Hemos guardado sus preferencias.',
    receive: (names) => `Recibirá: ${names}.`,
    notReceive: (names) => `No recibirá: ${names}.`,
  },
  fr: {
    titles: {
      ask: 'Se désabonner de nos e-mails',
      done: 'Vous êtes désabonné',
      final: 'Vous êtes désabonné',
      undone: 'Bon retour parmi nous',
      preferences: 'Préférences e-mail',
      paused: 'E-mails en pause',
      resumed: 'Envois repris',
      saved: 'Préférences enregistrées',
    },
    leaving: leavingFr,
    mistake: 'C’était une erreur ? Vous pouvez annuler.',
    subscribed: 'Vous êtes de nouveau abonné.',
    choose: (who) => `${who === null ? '' : `Pour ${who}. `}Choisissez ce que nous pouvons vous envoyer.`,
    paused: (date) => `Vous ne recevrez aucun e-mail jusqu’au ${date}. Les envois reprendront ensuite automatiquement.`,
    until: (date) => `Vous ne recevrez aucun e-mail jusqu’au ${date}.`,
    resumed: 'Vous recevrez de nouveau des e-mails, sauf si vous vous êtes désabonné.',
    unsubscribe: 'Se désabonner',
    unsubscribeAll: 'Se désabonner de tout',
    undo: 'Annuler',
    fewer: 'Ou recevoir moins d’e-mails',
    break: 'Faire une pause de tous les e-mails',
    pause: 'Mettre en pause',
    days: (days) => `Pause de ${days} jours`,
    someDays: (days) => `${days} jours`,
    resume: (date) => `Reprise le ${date}`,
    through: (date) => `Jusqu’au ${date}`,
    endBreak: 'Reprendre les e-mails',
    noBreak: 'Pas de pause',
    keepBreak: 'Rester en pause',
    topics: 'Sujets',
    save: 'Enregistrer les préférences',
    saved: 'Vos préférences sont enregistrées.',
    receive: (names) => `Vous recevrez : ${names}.`,
    notReceive: (names) => `Vous ne recevrez pas : ${names}.`,
  },
};
