import type { planNeeds } from '@waggle/contracts/billing';
import type { Locale } from '@waggle/contracts/fields';

type Need = (typeof planNeeds)[number];
type Words = {
  subject: string;
  greeting: (name: string) => string;
  line: (asker: string, need: string, product: string) => string;
  needs: Record<Need, string>;
  somebody: string;
  action: string;
  closing: string;
};

export const questionWords: Record<Locale, Words> = {
  en: {
    subject: 'A colleague needs a higher plan',
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    line: (asker, need, product) =>
      `${asker} works with you in ${product} and needs ${need}. Your plan doesn't include that.`,
    needs: {
      contacts: 'room for more contacts',
      forms: 'another active form',
      'qr-codes': 'QR codes',
      automations: 'another live automation',
      'split-tests': 'split tests in automations',
      'advanced-analytics': 'advanced analytics',
      'white-label': 'white label',
    },
    somebody: 'A colleague',
    action: 'Compare plans',
    closing: "You get this email because you're an admin of the account.",
  },
  es: {
    subject: 'Un compañero necesita un plan superior',
    greeting: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
    line: (asker, need, product) =>
      `${asker} trabaja con usted en ${product} y necesita ${need}. Su plan no lo incluye.`,
    needs: {
      contacts: 'espacio para más contactos',
      forms: 'otro formulario activo',
      'qr-codes': 'códigos QR',
      automations: 'otra automatización activa',
      'split-tests': 'pruebas divididas en las automatizaciones',
      'advanced-analytics': 'la analítica avanzada',
      'white-label': 'la marca blanca',
    },
    somebody: 'Un compañero',
    action: 'Comparar planes',
    closing: 'Recibe este correo porque administra la cuenta.',
  },
  fr: {
    subject: 'Un collègue a besoin d’un forfait supérieur',
    greeting: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
    line: (asker, need, product) =>
      `${asker} travaille avec vous dans ${product} et a besoin ${need}. Votre forfait ne le prévoit pas.`,
    needs: {
      contacts: 'de place pour plus de contacts',
      forms: 'd’un autre formulaire actif',
      'qr-codes': 'de codes QR',
      automations: 'd’une autre automatisation active',
      'split-tests': 'de tests partagés dans les automatisations',
      'advanced-analytics': 'des analyses avancées',
      'white-label': 'de la marque blanche',
    },
    somebody: 'Un collègue',
    action: 'Comparer les forfaits',
    closing: 'Vous recevez cet e-mail parce que vous administrez le compte.',
  },
};
