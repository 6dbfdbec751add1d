import type { Language } from '../pages.ts';

export type OptOutPage = 'ask' | 'done' | 'final' | 'undone' | 'preferences' | 'paused' | 'resumed';

type Words = Record<OptOutPage, [title: string, sentence: string]> & {
  unsubscribe: string;
  unsubscribeAll: string;
  undo: string;
  settings: string;
  rather: string;
  break: [title: string, sentence: string];
  leave: [title: string, sentence: string];
  days: (days: number) => string;
  endBreak: string;
};

/** `paused` has the place of its date marked with {date}. */
export const texts: Record<Language, Words> = {
  en: {
    ask: ['Unsubscribe', 'Press the button and you will get no more of these mails.'],
    done: ['You are unsubscribed', 'You will get no more of these mails. Was it a mistake? You can undo it.'],
    final: ['You are unsubscribed', 'You will get no more of these emails.'],
    undone: ['Welcome back', 'You are subscribed again, as you were before.'],
    preferences: ['Your mail', 'Here you decide what you want to get.'],
    paused: ['Enjoy your break', 'You will get no mail until {date}. After that it comes again by itself.'],
    resumed: ['The break is over', 'Mail comes again. If you had unsubscribed, you stay unsubscribed.'],
    unsubscribe: 'Unsubscribe',
    unsubscribeAll: 'Unsubscribe from everything',
    undo: 'Undo',
    settings: 'Mail settings',
    rather: 'Take a break instead',
    break: ['Take a break', 'No mail for a while. Afterwards it comes again by itself.'],
    leave: ['Unsubscribe', 'No more mail at all.'],
    days: (days) => `Pause for ${days} days`,
    endBreak: 'End the break',
  },
  es: {
    ask: ['Darse de baja', 'Pulse el botón y no recibirá más correos como este.'],
    done: ['Se ha dado de baja', 'No recibirá más correos como este. ¿Fue un error? Puede deshacerlo.'],
    final: ['Se ha dado de baja', 'No recibirá más correos como este.'],
    undone: ['Bienvenido de nuevo', 'Vuelve a estar suscrito, como antes.'],
    preferences: ['Sus correos', 'Aquí decide qué quiere recibir.'],
    paused: ['Disfrute de la pausa', 'No recibirá correos hasta el {date}. Después volverán a llegar por sí solos.'],
    resumed: ['La pausa ha terminado', 'Los correos vuelven a llegar. Si se había dado de baja, sigue de baja.'],
    unsubscribe: 'Darse de baja',
    unsubscribeAll: 'Darse de baja de todo',
    undo: 'Deshacer',
    settings: 'Ajustes de correo',
    rather: 'Mejor hacer una pausa',
    break: ['Hacer una pausa', 'Ningún correo durante un tiempo. Después volverán a llegar por sí solos.'],
    leave: ['Darse de baja', 'Ningún correo nunca más.'],
    days: (days) => `Pausar ${days} días`,
    endBreak: 'Terminar la pausa',
  },
  fr: {
    ask: ['Se désabonner', 'Appuyez sur le bouton et vous ne recevrez plus ces e-mails.'],
    done: ['Vous êtes désabonné', 'Vous ne recevrez plus ces e-mails. C’était une erreur ? Vous pouvez annuler.'],
    final: ['Vous êtes désabonné', 'Vous ne recevrez plus ces e-mails.'],
    undone: ['Bon retour parmi nous', 'Vous êtes de nouveau abonné, comme avant.'],
    preferences: ['Vos e-mails', 'Décidez ici de ce que vous voulez recevoir.'],
    paused: ['Bonne pause', 'Vous ne recevrez aucun e-mail jusqu’au {date}. Ensuite, ils reviendront d’eux-mêmes.'],
    resumed: [
      'La pause est terminée',
      'Les e-mails arrivent de nouveau. Si vous vous étiez désabonné, vous le restez.',
    ],
    unsubscribe: 'Se désabonner',
    unsubscribeAll: 'Se désabonner de tout',
    undo: 'Annuler',
    settings: 'Réglages des e-mails',
    rather: 'Plutôt faire une pause',
    break: ['Faire une pause', 'Aucun e-mail pendant un temps. Ensuite, ils reviendront d’eux-mêmes.'],
    leave: ['Se désabonner', 'Plus aucun e-mail.'],
    days: (days) => `Pause de ${days} jours`,
    endBreak: 'Terminer la pause',
  },
};
