import type { Locale } from '@waggle/contracts/fields';
import type { DomainNews } from './jobs.ts';

type Words = {
  hello: (name: string) => string;
  facts: { domain: string; record: string; type: string; name: string; value: string };
  records: { subject: string; line: (product: string) => string; closing: string };
  news: Record<DomainNews, { subject: string; line: string; action: string; closing: string }>;
};

export const mailWords: Record<Locale, Words> = {
  en: {
    hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
    facts: { domain: 'Domain', record: 'Record', type: 'Type', name: 'Name', value: 'Value' },
    records: {
      subject: 'DNS records to add for sending email',
      line: (product) =>
        `Someone who sends email with ${product} asked us to send you these DNS records. Add them where the DNS of the domain is managed, and keep the records that are already there.`,
      closing: "If you don't manage the DNS of this domain, you can ignore this email.",
    },
    news: {
      verified: {
        subject: 'Your sending domain is verified',
        line: 'All required DNS records were found. You can now send email from any address at this domain.',
        action: 'Continue setup',
        closing: 'Keep the records in place. If one disappears, sending stops and we email you.',
      },
      failing: {
        subject: 'Your sending domain is no longer verified',
        line: "A DNS record is missing or has changed. We can't send from this domain until it's fixed.",
        action: 'View DNS records',
        closing: 'We check every 5 minutes. Sending resumes as soon as the records are found.',
      },
    },
  },
  es: {
    hello: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
    facts: { domain: 'Dominio', record: 'Registro', type: 'Tipo', name: 'Nombre', value: 'Valor' },
    records: {
      subject: 'Registros DNS que debe añadir para enviar correo',
      line: (product) =>
        `Una persona que envía correo con ${product} nos ha pedido que le enviemos estos registros DNS. Añádalos donde se gestiona el DNS del dominio y conserve los registros que ya existen.`,
      closing: 'Si usted no gestiona el DNS de este dominio, puede ignorar este correo.',
    },
    news: {
      verified: {
        subject: 'Su dominio de envío está verificado',
        line: 'Se han encontrado todos los registros DNS necesarios. Ya puede enviar correo desde cualquier dirección de este dominio.',
        action: 'Continuar la configuración',
        closing: 'No quite los registros. Si falta alguno, el envío se detiene y le avisamos por correo.',
      },
      failing: {
        subject: 'Su dominio de envío ya no está verificado',
        line: 'Falta un registro DNS o ha cambiado. No se envía nada desde este dominio hasta que se corrija.',
        action: 'Ver los registros DNS',
        closing: 'Lo comprobamos cada 5 minutos. El envío continúa en cuanto se encuentran los registros.',
      },
    },
  },
  fr: {
    hello: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
    facts: { domain: 'Domaine', record: 'Enregistrement', type: 'Type', name: 'Nom', value: 'Valeur' },
    records: {
      subject: 'Enregistrements DNS à ajouter pour envoyer des e-mails',
      line: (product) =>
        `Une personne qui envoie des e-mails avec ${product} nous a demandé de vous transmettre ces enregistrements DNS. Ajoutez-les là où le DNS du domaine est géré et conservez ceux qui existent déjà.`,
      closing: 'Si vous ne gérez pas le DNS de ce domaine, vous pouvez ignorer ce message.',
    },
    news: {
      verified: {
        subject: 'Votre domaine d’envoi est vérifié',
        line: 'Tous les enregistrements DNS requis ont été trouvés. Vous pouvez désormais envoyer des e-mails depuis toutes les adresses de ce domaine.',
        action: 'Continuer la configuration',
        closing:
          'Conservez ces enregistrements. Si l’un d’eux disparaît, l’envoi s’arrête et nous vous prévenons par e-mail.',
      },
      failing: {
        subject: 'Votre domaine d’envoi n’est plus vérifié',
        line: 'Un enregistrement DNS manque ou a changé. Rien n’est envoyé depuis ce domaine tant qu’il n’est pas corrigé.',
        action: 'Voir les enregistrements DNS',
        closing: 'Nous vérifions toutes les 5 minutes. L’envoi reprend dès que les enregistrements sont trouvés.',
      },
    },
  },
};
