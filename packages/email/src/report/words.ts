import type { Report } from './report.ts';

type Frequency = Report['frequency'];
type Comparison = 'more' | 'less' | 'same';
type Words = {
  contacts: (count: number, shown: string) => string;
  scans: (count: number, shown: string) => string;
  revenue: (shown: string) => string;
  campaigns: (count: number, shown: string) => string;
  nothing: Record<Frequency, string>;
  /** Of things that are counted, and of money. */
  compared: Record<Comparison, (shown: string, before: string) => string>;
  comparedMoney: Record<Comparison, (shown: string, before: string) => string>;
  before: Record<Frequency, string>;
  period: Record<Frequency, (from: string, to: string) => string>;
  brought: (name: string, amount: string, all: string) => string;
  labels: {
    newContacts: string;
    emailOpenRate: string;
    scans: string;
    revenue: string;
    contacts: string;
    revenueByWeek: string;
    worked: string;
    result: string;
  };
  kinds: { campaign: (day: string | null) => string; code: string; form: string };
  results: {
    campaign: (percent: string) => string;
    code: (count: number, shown: string) => string;
    form: (count: number, shown: string) => string;
  };
  /** In place of a name that a mail program would make a link of. */
  unnamed: Record<'campaign' | 'code' | 'form' | 'client', string>;
  allClients: string;
  forClient: (name: string) => string;
  view: string;
  until: (day: string) => string;
  sent: Record<Frequency, (by: string) => string>;
  stop: string;
  test: string;
  madeOn: (day: string) => string;
};

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other);

export const reportWords: Record<Report['locale'], Words> = {
  en: {
    contacts: (count, shown) => `${shown} ${plural(count, 'new contact', 'new contacts')}`,
    scans: (count, shown) => `${shown} ${plural(count, 'QR code scan', 'QR code scans')}`,
    revenue: (shown) => `${shown} in revenue`,
    campaigns: (count, shown) => `${shown} ${plural(count, 'campaign sent', 'campaigns sent')}`,
    nothing: { weekly: 'No activity last week', monthly: 'No activity last month' },
    compared: {
      more: (shown, before) => `${shown} more than ${before}`,
      less: (shown, before) => `${shown} fewer than ${before}`,
      same: (_, before) => `as many as ${before}`,
    },
    comparedMoney: {
      more: (shown, before) => `${shown} more than ${before}`,
      less: (shown, before) => `${shown} less than ${before}`,
      same: (_, before) => `as much as ${before}`,
    },
    before: { weekly: 'the week before', monthly: 'the month before' },
    period: { weekly: (from, to) => `Week of ${from} to ${to}.`, monthly: (from, to) => `${from} to ${to}.` },
    brought: (name, amount, all) => `${name} brought ${amount} of ${all} in revenue.`,
    labels: {
      newContacts: 'New contacts',
      emailOpenRate: 'Email open rate',
      scans: 'QR code scans',
      revenue: 'Revenue',
      contacts: 'Contacts',
      revenueByWeek: 'Revenue per week',
      worked: 'What worked',
      result: 'Result',
    },
    kinds: {
      campaign: (day) => (day === null ? 'Campaign' : `Campaign, sent ${day}`),
      code: 'QR code',
      form: 'Form',
    },
    results: {
      campaign: (percent) => `${percent} opened`,
      code: (count, shown) => `${shown} ${plural(count, 'scan', 'scans')}`,
      form: (count, shown) => `${shown} ${plural(count, 'submission', 'submissions')}`,
    },
    unnamed: { campaign: 'A campaign', code: 'A QR code', form: 'A form', client: 'A client' },
    allClients: 'All clients',
    forClient: (name) => `for ${name}`,
    view: 'View the full report',
    until: (day) => `Read only, no sign-in. The link works until ${day}.`,
    sent: {
      weekly: (by) => `${by} sends you this report every Monday.`,
      monthly: (by) => `${by} sends you this report on the first day of each month.`,
    },
    stop: 'Stop these reports',
    test: 'This is a test. Recipients also get a link to stop these reports.',
    madeOn: (day) => `Read only. This page works until ${day}.`,
  },
  es: {
    contacts: (count, shown) => `${shown} ${plural(count, 'contacto nuevo', 'contactos nuevos')}`,
    scans: (count, shown) => `${shown} ${plural(count, 'escaneo de códigos QR', 'escaneos de códigos QR')}`,
    revenue: (shown) => `${shown} de ingresos`,
    campaigns: (count, shown) => `${shown} ${plural(count, 'campaña enviada', 'campañas enviadas')}`,
    nothing: { weekly: 'Sin actividad la semana pasada', monthly: 'Sin actividad el mes pasado' },
    compared: {
      more: (shown, before) => `${shown} más que ${before}`,
      less: (shown, before) => `${shown} menos que ${before}`,
      same: (_, before) => `tantos como ${before}`,
    },
    comparedMoney: {
      more: (shown, before) => `${shown} más que ${before}`,
      less: (shown, before) => `${shown} menos que ${before}`,
      same: (_, before) => `lo mismo que ${before}`,
    },
    before: { weekly: 'la semana anterior', monthly: 'el mes anterior' },
    period: { weekly: (from, to) => `Semana del ${from} al ${to}.`, monthly: (from, to) => `Del ${from} al ${to}.` },
    brought: (name, amount, all) => `${name} generó ${amount} de ${all} de ingresos.`,
    labels: {
      newContacts: 'Contactos nuevos',
      emailOpenRate: 'Tasa de apertura',
      scans: 'Escaneos de códigos QR',
      revenue: 'Ingresos',
      contacts: 'Contactos',
      revenueByWeek: 'Ingresos por semana',
      worked: 'Qué ha funcionado',
      result: 'Resultado',
    },
    kinds: {
      campaign: (day) => (day === null ? 'Campaña' : `Campaña, enviada el ${day}`),
      code: 'Código QR',
      form: 'Formulario',
    },
    results: {
      campaign: (percent) => `${percent} abiertos`,
      code: (count, shown) => `${shown} ${plural(count, 'escaneo', 'escaneos')}`,
      form: (count, shown) => `${shown} ${plural(count, 'envío', 'envíos')}`,
    },
    unnamed: { campaign: 'Una campaña', code: 'Un código QR', form: 'Un formulario', client: 'Un cliente' },
    allClients: 'Todos los clientes',
    forClient: (name) => `para ${name}`,
    view: 'Ver el informe completo',
    until: (day) => `Solo lectura, sin iniciar sesión. El enlace funciona hasta el ${day}.`,
    sent: {
      weekly: (by) => `${by} le envía este informe cada lunes.`,
      monthly: (by) => `${by} le envía este informe el primer día de cada mes.`,
    },
    stop: 'Dejar de recibir estos informes',
    test: 'Esto es una prueba. Los destinatarios reciben además un enlace para dejar de recibir estos informes.',
    madeOn: (day) => `Solo lectura. Esta página funciona hasta el ${day}.`,
  },
  fr: {
    contacts: (count, shown) => `${shown} ${plural(count, 'nouveau contact', 'nouveaux contacts')}`,
    scans: (count, shown) => `${shown} ${plural(count, 'scan de codes QR', 'scans de codes QR')}`,
    revenue: (shown) => `${shown} de revenus`,
    campaigns: (count, shown) => `${shown} ${plural(count, 'campagne envoyée', 'campagnes envoyées')}`,
    nothing: { weekly: 'Aucune activité la semaine dernière', monthly: 'Aucune activité le mois dernier' },
    compared: {
      more: (shown, before) => `${shown} de plus que ${before}`,
      less: (shown, before) => `${shown} de moins que ${before}`,
      same: (_, before) => `autant que ${before}`,
    },
    comparedMoney: {
      more: (shown, before) => `${shown} de plus que ${before}`,
      less: (shown, before) => `${shown} de moins que ${before}`,
      same: (_, before) => `autant que ${before}`,
    },
    before: { weekly: 'la semaine précédente', monthly: 'le mois précédent' },
    period: { weekly: (from, to) => `Semaine du ${from} au ${to}.`, monthly: (from, to) => `Du ${from} au ${to}.` },
    brought: (name, amount, all) => `${name} a rapporté ${amount} sur ${all} de revenus.`,
    labels: {
      newContacts: 'Nouveaux contacts',
      emailOpenRate: 'Taux d’ouverture',
      scans: 'Scans de codes QR',
      revenue: 'Revenus',
      contacts: 'Contacts',
      revenueByWeek: 'Revenus par semaine',
      worked: 'Ce qui a fonctionné',
      result: 'Résultat',
    },
    kinds: {
      campaign: (day) => (day === null ? 'Campagne' : `Campagne, envoyée le ${day}`),
      code: 'Code QR',
      form: 'Formulaire',
    },
    results: {
      campaign: (percent) => `${percent} d’ouvertures`,
      code: (count, shown) => `${shown} ${plural(count, 'scan', 'scans')}`,
      form: (count, shown) => `${shown} ${plural(count, 'réponse', 'réponses')}`,
    },
    unnamed: { campaign: 'Une campagne', code: 'Un code QR', form: 'Un formulaire', client: 'Un client' },
    allClients: 'Tous les clients',
    forClient: (name) => `pour ${name}`,
    view: 'Voir le rapport complet',
    until: (day) => `Lecture seule, sans connexion. Le lien fonctionne jusqu’au ${day}.`,
    sent: {
      weekly: (by) => `${by} vous envoie ce rapport chaque lundi.`,
      monthly: (by) => `${by} vous envoie ce rapport le premier jour de chaque mois.`,
    },
    stop: 'Arrêter ces rapports',
    test: 'Ceci est un test. Les destinataires reçoivent aussi un lien pour arrêter ces rapports.',
    madeOn: (day) => `Lecture seule. Cette page fonctionne jusqu’au ${day}.`,
  },
};
