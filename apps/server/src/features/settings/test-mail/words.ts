import type { Locale } from '@waggle/contracts/fields';
import type { MailProduct } from '@waggle/email/mail-product';
import type { MailBrand, SystemMailParts } from '@waggle/email/system-mail';
import type { Judged } from '../domains/records.ts';
import type { CampaignSender } from '../senders/for-campaign.ts';

/** What a test email says beyond that it arrived. */
export type Tested = {
  product: MailProduct;
  brand: MailBrand | undefined;
  /** As DNS was last asked. */
  records: readonly Judged[];
  /** The server it leaves through. */
  through: string;
  publicUrl: string;
};

/** The service is called this in every language. */
export const sesIn = (region: string): string => `Amazon SES (${region})`;

type Words = {
  subject: string;
  title: string;
  line: (domain: string) => string;
  labels: { from: string; through: string };
  states: Record<Judged['state'], string>;
  action: string;
  closing: string;
};

const words: Record<Locale, (product: string) => Words> = {
  en: (product) => ({
    subject: `${product} test email`,
    title: 'It works',
    line: (domain) => `Emails from ${domain} are being delivered.`,
    labels: { from: 'From', through: 'Connection' },
    states: { found: 'Found', missing: 'Not found', wrong: 'Needs a change', unknown: 'Not checked yet' },
    action: `Open ${product}`,
    closing: `You asked for this test email in Settings. The DNS records are as ${product} last found them.`,
  }),
  es: (product) => ({
    subject: `Correo de prueba de ${product}`,
    title: 'Funciona',
    line: (domain) => `Los correos de ${domain} se están entregando.`,
    labels: { from: 'Remitente', through: 'Conexión' },
    states: {
      found: 'Encontrado',
      missing: 'No encontrado',
      wrong: 'Requiere un cambio',
      unknown: 'Aún sin comprobar',
    },
    action: `Abrir ${product}`,
    closing: `Ha pedido este correo de prueba en Ajustes. Los registros DNS son los que ${product} encontró por última vez.`,
  }),
  fr: (product) => ({
    subject: `E-mail de test de ${product}`,
    title: 'Tout fonctionne',
    line: (domain) => `Les e-mails de ${domain} sont bien remis.`,
    labels: { from: 'Expéditeur', through: 'Connexion' },
    states: { found: 'Trouvé', missing: 'Introuvable', wrong: 'À corriger', unknown: 'Pas encore vérifié' },
    action: `Ouvrir ${product}`,
    closing: `Vous avez demandé cet e-mail de test dans les Paramètres. Les enregistrements DNS sont ceux que ${product} a trouvés en dernier.`,
  }),
};

const purposes = ['spf', 'dkim', 'dmarc'] as const;
/** The worst of several records decides. */
const worstFirst = ['wrong', 'missing', 'unknown', 'found'] as const;

export function testWords(
  locale: Locale,
  sender: Pick<CampaignSender, 'domain' | 'fromEmail'>,
  { product, brand, records, through, publicUrl }: Tested,
): Omit<SystemMailParts, 'locale'> & { subject: string } {
  const { subject, title, line, labels, states, action, closing } = words[locale](product.name);
  const checks = purposes.map((purpose) => {
    const own = records.filter((record) => record.purpose === purpose && record.required);
    const worst = worstFirst.find((state) => own.some((record) => record.state === state)) ?? 'unknown';
    const state = worst === 'found' ? ('good' as const) : ('bad' as const);
    return { label: purpose.toUpperCase(), value: states[worst], ...(worst !== 'unknown' && { state }) };
  });
  return {
    subject,
    title,
    lines: [line(sender.domain)],
    facts: [...checks, { label: labels.from, value: sender.fromEmail }, { label: labels.through, value: through }],
    action,
    link: `${publicUrl}/dashboard/settings/sending`,
    closing,
    product,
    ...(brand && { brand }),
  };
}
