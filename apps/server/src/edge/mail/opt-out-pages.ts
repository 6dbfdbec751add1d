import { formPolicy, htmlOf, type Language } from '../pages.ts';

export type OptOutPage = 'ask' | 'done' | 'undone' | 'preferences';
export const optOutPolicy = formPolicy;

type Words = Record<OptOutPage, [title: string, sentence: string]> & {
  unsubscribe: string;
  unsubscribeAll: string;
  undo: string;
  settings: string;
};

const texts: Record<Language, Words> = {
  en: {
    ask: ['Unsubscribe', 'Press the button and you will get no more of these mails.'],
    done: ['You are unsubscribed', 'You will get no more of these mails. Was it a mistake? You can undo it.'],
    undone: ['Welcome back', 'You are subscribed again, as you were before.'],
    preferences: ['Your mail', 'Here you decide what you want to get.'],
    unsubscribe: 'Unsubscribe',
    unsubscribeAll: 'Unsubscribe from everything',
    undo: 'Undo',
    settings: 'Mail settings',
  },
  es: {
    ask: ['Darse de baja', 'Pulse el botón y no recibirá más correos como este.'],
    done: ['Se ha dado de baja', 'No recibirá más correos como este. ¿Fue un error? Puede deshacerlo.'],
    undone: ['Bienvenido de nuevo', 'Vuelve a estar suscrito, como antes.'],
    preferences: ['Sus correos', 'Aquí decide qué quiere recibir.'],
    unsubscribe: 'Darse de baja',
    unsubscribeAll: 'Darse de baja de todo',
    undo: 'Deshacer',
    settings: 'Ajustes de correo',
  },
  fr: {
    ask: ['Se désabonner', 'Appuyez sur le bouton et vous ne recevrez plus ces e-mails.'],
    done: ['Vous êtes désabonné', 'Vous ne recevrez plus ces e-mails. C’était une erreur ? Vous pouvez annuler.'],
    undone: ['Bon retour parmi nous', 'Vous êtes de nouveau abonné, comme avant.'],
    preferences: ['Vos e-mails', 'Décidez ici de ce que vous voulez recevoir.'],
    unsubscribe: 'Se désabonner',
    unsubscribeAll: 'Se désabonner de tout',
    undo: 'Annuler',
    settings: 'Réglages des e-mails',
  },
};

/** A form to the page's own address: works without a script, and a link that is only looked at does nothing. */
const button = (wish: 'unsubscribe' | 'resubscribe', label: string, look = ''): string =>
  `<form method="post"><button${look} name="do" value="${wish}">${label}</button></form>`;

/** Names neither the person nor the organization: whoever finds the link learns nothing from it. */
export function optOutPage(language: Language, name: OptOutPage, preferences: string): string {
  const words = texts[language];
  const [title, sentence] = words[name];
  const more = `<p><a href="${preferences}">${words.settings}</a></p>`;
  const rest: Record<OptOutPage, string> = {
    ask: button('unsubscribe', words.unsubscribe),
    done: button('resubscribe', words.undo, ' class="quiet"') + more,
    undone: more,
    preferences: button('unsubscribe', words.unsubscribeAll),
  };
  return htmlOf(language, title, `<p>${sentence}</p>${rest[name]}`);
}
