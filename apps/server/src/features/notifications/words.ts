import type { Locale } from '@waggle/contracts/fields';
import type { NotificationFacts, NotificationKind } from '@waggle/contracts/notifications';
import { holdWords } from './hold-words.ts';

export type EmailedKind = Exclude<NotificationKind, 'domain' | 'new-sign-in'>;

type Words = { subject: string; line: string; action: string };
type Language = {
  greeting: (name: string) => string;
  /** What the name of the record is called in the small table. */
  name: Record<EmailedKind, string>;
  client: string;
  closing: (settings: string) => string;
  kinds: Record<EmailedKind, (facts: NotificationFacts, number: (value: number) => string) => Words>;
};

const isFull = ({ percent = 0 }: NotificationFacts) => percent >= 100;

export const notificationWords: Record<Locale, Language> = {
  en: {
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    name: {
      'import-finished': 'File',
      'automation-note': 'Contact',
      'campaign-held': 'Campaign',
      'campaign-failing': 'Campaign',
      'campaign-finished': 'Campaign',
      'form-emails-held': 'Form',
      'host-stopped': 'Host name',
      'plan-nearly-full': 'Plan',
    },
    client: 'Client',
    closing: (settings) => `You can turn these emails off in Settings > Notifications: ${settings}`,
    kinds: {
      'import-finished': ({ state, imported = 0, duplicates = 0, errors = 0 }, number) => ({
        subject: state === 'failed' ? 'Your import failed' : 'Your import is complete',
        line:
          state === 'failed'
            ? 'The import stopped before the end of the file. Open it to see why and what was imported.'
            : `Imported: ${number(imported)}. Duplicates: ${number(duplicates)}. Errors: ${number(errors)}.`,
        action: 'View summary',
      }),
      'automation-note': ({ note }) => ({
        subject: 'An automation has a note for you',
        line: note || 'An automation asks you to look at this contact.',
        action: 'View contact',
      }),
      'campaign-held': ({ reason }) => ({
        subject: 'A campaign is on hold',
        line: `Sending stopped and waits for you. ${holdWords('en', reason) ?? 'The campaign says why and what to do before you resume it.'}`,
        action: 'View campaign',
      }),
      'campaign-failing': ({ failed = 0, answered = 0 }, number) => ({
        subject: 'Many emails of a campaign are failing',
        line: `${number(failed)} of ${number(answered)} emails failed. Open the report, look at the reasons and check your sending connection. You can pause the campaign and retry the failed emails later.`,
        action: 'View report',
      }),
      'campaign-finished': ({ sent = 0 }, number) => ({
        subject: 'A campaign finished sending',
        line: `Emails sent: ${number(sent)}.`,
        action: 'View campaign',
      }),
      'form-emails-held': () => ({
        subject: 'Emails of a form are waiting',
        line: "Emails to people who filled in a form have no verified sender, so none is sent. Set one up within 3 days and they're sent automatically.",
        action: 'Set up sending',
      }),
      'host-stopped': () => ({
        subject: 'A host name is no longer used for new links',
        line: 'Its DNS records have been missing for 7 days. New links use the standard address until you restore them. Links you already shared keep working as long as the name leads here.',
        action: 'View host names',
      }),
      'plan-nearly-full': (facts, number) => ({
        subject: isFull(facts) ? 'Your plan is full' : `Your plan is ${facts.percent ?? 0}% full`,
        line: isFull(facts)
          ? `You've used all ${number(facts.limit ?? 0)} contacts in your plan. New contacts can't be added until you upgrade or remove some.`
          : `You've used ${facts.percent ?? 0}% of the ${number(facts.limit ?? 0)} contacts in your plan.`,
        action: 'View contacts',
      }),
    },
  },
  es: {
    greeting: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
    name: {
      'import-finished': 'Archivo',
      'automation-note': 'Contacto',
      'campaign-held': 'Campaña',
      'campaign-failing': 'Campaña',
      'campaign-finished': 'Campaña',
      'form-emails-held': 'Formulario',
      'host-stopped': 'Nombre de host',
      'plan-nearly-full': 'Plan',
    },
    client: 'Cliente',
    closing: (settings) => `Puede desactivar estos correos en Configuración > Notificaciones: ${settings}`,
    kinds: {
      'import-finished': ({ state, imported = 0, duplicates = 0, errors = 0 }, number) => ({
        subject: state === 'failed' ? 'La importación ha fallado' : 'La importación ha terminado',
        line:
          state === 'failed'
            ? 'La importación se detuvo antes del final del archivo. Ábrala para ver el motivo y lo que se ha importado.'
            : `Importados: ${number(imported)}. Duplicados: ${number(duplicates)}. Errores: ${number(errors)}.`,
        action: 'Ver el resumen',
      }),
      'automation-note': ({ note }) => ({
        subject: 'Una automatización tiene una nota para usted',
        line: note || 'Una automatización le pide que mire este contacto.',
        action: 'Ver contacto',
      }),
      'campaign-held': ({ reason }) => ({
        subject: 'Una campaña está en espera',
        line: `El envío se ha detenido y espera su decisión. ${holdWords('es', reason) ?? 'La campaña indica el motivo y qué hacer antes de reanudarla.'}`,
        action: 'Ver la campaña',
      }),
      'campaign-failing': ({ failed = 0, answered = 0 }, number) => ({
        subject: 'Muchos correos de una campaña fallan',
        line: `Han fallado ${number(failed)} de ${number(answered)} correos. Abra el informe, revise los motivos y compruebe su conexión de envío. Puede pausar la campaña y reintentar más tarde los correos fallidos.`,
        action: 'Ver el informe',
      }),
      'campaign-finished': ({ sent = 0 }, number) => ({
        subject: 'Una campaña ha terminado de enviarse',
        line: `Correos enviados: ${number(sent)}.`,
        action: 'Ver la campaña',
      }),
      'form-emails-held': () => ({
        subject: 'Los correos de un formulario están esperando',
        line: 'Los correos a quienes rellenaron un formulario no tienen ningún remitente verificado, así que no se envía ninguno. Configure uno en 3 días y saldrán solos.',
        action: 'Configurar el envío',
      }),
      'host-stopped': () => ({
        subject: 'Un nombre de host ya no se usa en los enlaces nuevos',
        line: 'Sus registros DNS faltan desde hace 7 días. Los enlaces nuevos usan la dirección estándar hasta que los restablezca. Los enlaces que ya compartió siguen funcionando mientras el nombre lleve hasta aquí.',
        action: 'Ver los nombres de host',
      }),
      'plan-nearly-full': (facts, number) => ({
        subject: isFull(facts) ? 'Su plan está completo' : `Su plan está al ${facts.percent ?? 0} %`,
        line: isFull(facts)
          ? `Ha usado los ${number(facts.limit ?? 0)} contactos de su plan. No se pueden añadir más hasta que lo amplíe o elimine algunos.`
          : `Ha usado el ${facts.percent ?? 0} % de los ${number(facts.limit ?? 0)} contactos de su plan.`,
        action: 'Ver los contactos',
      }),
    },
  },
  fr: {
    greeting: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
    name: {
      'import-finished': 'Fichier',
      'automation-note': 'Contact concerné',
      'campaign-held': 'Campagne',
      'campaign-failing': 'Campagne',
      'campaign-finished': 'Campagne',
      'form-emails-held': 'Formulaire',
      'host-stopped': 'Nom d’hôte',
      'plan-nearly-full': 'Forfait',
    },
    client: 'Client',
    closing: (settings) => `Vous pouvez désactiver ces e-mails dans Paramètres > Notifications : ${settings}`,
    kinds: {
      'import-finished': ({ state, imported = 0, duplicates = 0, errors = 0 }, number) => ({
        subject: state === 'failed' ? 'Votre import a échoué' : 'Votre import est terminé',
        line:
          state === 'failed'
            ? 'L’import s’est arrêté avant la fin du fichier. Ouvrez-le pour voir pourquoi et ce qui a été importé.'
            : `Importés : ${number(imported)}. Doublons : ${number(duplicates)}. Erreurs : ${number(errors)}.`,
        action: 'Voir le résumé',
      }),
      'automation-note': ({ note }) => ({
        subject: 'Une automatisation a une note pour vous',
        line: note || 'Une automatisation vous demande de regarder ce contact.',
        action: 'Voir le contact',
      }),
      'campaign-held': ({ reason }) => ({
        subject: 'Une campagne est en attente',
        line: `L’envoi s’est arrêté et attend votre décision. ${holdWords('fr', reason) ?? 'La campagne indique pourquoi et que faire avant de la reprendre.'}`,
        action: 'Voir la campagne',
      }),
      'campaign-failing': ({ failed = 0, answered = 0 }, number) => ({
        subject: 'De nombreux e-mails d’une campagne échouent',
        line: `${number(failed)} e-mails sur ${number(answered)} ont échoué. Ouvrez le rapport, regardez les raisons et vérifiez votre connexion d’envoi. Vous pouvez mettre la campagne en pause et renvoyer plus tard les e-mails échoués.`,
        action: 'Voir le rapport',
      }),
      'campaign-finished': ({ sent = 0 }, number) => ({
        subject: 'L’envoi d’une campagne est terminé',
        line: `E-mails envoyés : ${number(sent)}.`,
        action: 'Voir la campagne',
      }),
      'form-emails-held': () => ({
        subject: 'Des e-mails d’un formulaire sont en attente',
        line: 'Les e-mails aux personnes qui ont rempli un formulaire n’ont pas d’expéditeur vérifié : aucun n’est envoyé. Configurez-en un sous 3 jours et ils partiront d’eux-mêmes.',
        action: 'Configurer l’envoi',
      }),
      'host-stopped': () => ({
        subject: 'Un nom d’hôte n’est plus utilisé pour les nouveaux liens',
        line: 'Ses enregistrements DNS manquent depuis 7 jours. Les nouveaux liens utilisent l’adresse standard tant que vous ne les avez pas rétablis. Les liens déjà partagés fonctionnent tant que le nom mène ici.',
        action: 'Voir les noms d’hôte',
      }),
      'plan-nearly-full': (facts, number) => ({
        subject: isFull(facts) ? 'Votre forfait est complet' : `Votre forfait est rempli à ${facts.percent ?? 0} %`,
        line: isFull(facts)
          ? `Vous avez utilisé les ${number(facts.limit ?? 0)} contacts de votre forfait. Impossible d’en ajouter tant que vous n’aurez pas changé de forfait ou supprimé des contacts.`
          : `Vous avez utilisé ${facts.percent ?? 0} % des ${number(facts.limit ?? 0)} contacts de votre forfait.`,
        action: 'Voir les contacts',
      }),
    },
  },
};
