import type { Locale } from '@waggle/contracts/fields';
import type { Tier } from '@waggle/contracts/plans';
import type { BillingNotice } from '../jobs.ts';

export const planNames: Readonly<Record<Tier, string>> = { lite: 'Lite', core: 'Core', plus: 'Plus', system: 'System' };

type Facts = { plan: string; amount: string; date: string };
type Notice = { subject: string; lines: string[]; action: string };
type Words = {
  greeting: (name: string) => string;
  closing: string;
  kinds: Record<BillingNotice, (facts: Facts) => Notice>;
};

export const noticeWords: Record<Locale, Words> = {
  en: {
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    closing: "You get this email because you're an admin of the account.",
    kinds: {
      'payment-failed': ({ plan, amount, date }) => ({
        subject: 'Your payment failed',
        lines: [
          `We couldn't charge ${amount} for ${plan}. The payment is tried again in the next days.`,
          `Everything works until ${date}. After that the account moves to Lite, and nothing is deleted.`,
        ],
        action: 'Update card',
      }),
      'plan-ends-soon': ({ plan, amount, date }) => ({
        subject: `${plan} ends on ${date}`,
        lines: [
          `${amount} is still due. Update your card by ${date} to keep ${plan}.`,
          'After that the account moves to Lite. Everything stays readable, forms keep collecting, and nothing is deleted.',
        ],
        action: 'Update card',
      }),
      'plan-ended': ({ plan, amount }) => ({
        subject: `Your account moved from ${plan} to Lite`,
        lines: [
          `${amount} wasn't paid in time. The limits of Lite apply from now on.`,
          `Nothing was deleted. Pay the open invoice and ${plan} is back at once.`,
        ],
        action: 'Pay the invoice',
      }),
      'payment-received': ({ plan, amount }) => ({
        subject: 'We received your payment',
        lines: [`${amount} was paid. ${plan} goes on as before.`],
        action: 'Open billing',
      }),
      canceled: ({ plan }) => ({
        subject: `Your ${plan} subscription has ended`,
        lines: ['The account is on Lite now. Everything stays readable, and nothing was deleted.'],
        action: 'Open billing',
      }),
    },
  },
  es: {
    greeting: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
    closing: 'Recibe este correo porque administra la cuenta.',
    kinds: {
      'payment-failed': ({ plan, amount, date }) => ({
        subject: 'Su pago ha fallado',
        lines: [
          `No hemos podido cobrar ${amount} por ${plan}. El pago se intentará de nuevo en los próximos días.`,
          `Todo funciona hasta el ${date}. Después, la cuenta pasa a Lite y no se elimina nada.`,
        ],
        action: 'Actualizar la tarjeta',
      }),
      'plan-ends-soon': ({ plan, amount, date }) => ({
        subject: `${plan} termina el ${date}`,
        lines: [
          `Quedan ${amount} por pagar. Actualice su tarjeta antes del ${date} para conservar ${plan}.`,
          'Después, la cuenta pasa a Lite. Todo se puede seguir consultando, los formularios siguen recogiendo respuestas y no se elimina nada.',
        ],
        action: 'Actualizar la tarjeta',
      }),
      'plan-ended': ({ plan, amount }) => ({
        subject: `Su cuenta ha pasado de ${plan} a Lite`,
        lines: [
          `No se han pagado ${amount} a tiempo. A partir de ahora se aplican los límites de Lite.`,
          `No se ha eliminado nada. Pague la factura pendiente y ${plan} volverá al instante.`,
        ],
        action: 'Pagar la factura',
      }),
      'payment-received': ({ plan, amount }) => ({
        subject: 'Hemos recibido su pago',
        lines: [`Se han pagado ${amount}. ${plan} continúa como antes.`],
        action: 'Abrir la facturación',
      }),
      canceled: ({ plan }) => ({
        subject: `Su suscripción a ${plan} ha terminado`,
        lines: ['La cuenta está ahora en Lite. Todo se puede seguir consultando y no se ha eliminado nada.'],
        action: 'Abrir la facturación',
      }),
    },
  },
  fr: {
    greeting: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
    closing: 'Vous recevez cet e-mail parce que vous administrez le compte.',
    kinds: {
      'payment-failed': ({ plan, amount, date }) => ({
        subject: 'Votre paiement a échoué',
        lines: [
          `Nous n’avons pas pu débiter ${amount} pour ${plan}. Le paiement sera retenté dans les prochains jours.`,
          `Tout fonctionne jusqu’au ${date}. Ensuite, le compte passe à Lite et rien n’est supprimé.`,
        ],
        action: 'Mettre à jour la carte',
      }),
      'plan-ends-soon': ({ plan, amount, date }) => ({
        subject: `${plan} prend fin le ${date}`,
        lines: [
          `${amount} restent à payer. Mettez votre carte à jour avant le ${date} pour garder ${plan}.`,
          'Ensuite, le compte passe à Lite. Tout reste lisible, les formulaires continuent de recueillir des réponses et rien n’est supprimé.',
        ],
        action: 'Mettre à jour la carte',
      }),
      'plan-ended': ({ plan, amount }) => ({
        subject: `Votre compte est passé de ${plan} à Lite`,
        lines: [
          `${amount} n’ont pas été payés à temps. Les limites de Lite s’appliquent désormais.`,
          `Rien n’a été supprimé. Payez la facture en attente et ${plan} revient aussitôt.`,
        ],
        action: 'Payer la facture',
      }),
      'payment-received': ({ plan, amount }) => ({
        subject: 'Nous avons reçu votre paiement',
        lines: [`${amount} ont été payés. ${plan} continue comme avant.`],
        action: 'Ouvrir la facturation',
      }),
      canceled: ({ plan }) => ({
        subject: `Votre abonnement ${plan} a pris fin`,
        lines: ['Le compte est maintenant sur Lite. Tout reste lisible et rien n’a été supprimé.'],
        action: 'Ouvrir la facturation',
      }),
    },
  },
};
