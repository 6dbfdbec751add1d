import type { ServerResponse } from 'node:http';
import { escapeHtml } from '@waggle/email/escape-html';
import type { PageBrand } from './brands/brands.ts';
import { type Language, renderPage } from './layout.ts';

export type PageName = 'unknown' | 'inactive' | 'gone' | 'test' | 'unavailable' | 'tooMany';

const statuses: Record<PageName, number> = {
  unknown: 404,
  inactive: 410,
  gone: 410,
  test: 200,
  unavailable: 503,
  tooMany: 429,
};

const texts: Record<Language, Record<PageName, [title: string, sentence: string]>> = {
  en: {
    unknown: ['Link not found', "There's nothing at this address. Check the code and try again."],
    inactive: ['Link no longer active', 'This code is no longer active.'],
    gone: ['This email is no longer available', "It was removed, or it's too old to show."],
    test: [
      'Available after sending',
      'This link is from a test or a preview. In the email your contacts get, it opens the email in the browser.',
    ],
    unavailable: ['Please try again', "We can't open this link right now. Please try again in a moment."],
    tooMany: ['Too many requests', 'Wait a moment and try again.'],
  },
  es: {
    unknown: ['Enlace no encontrado', 'No hay nada en esta dirección. Compruebe el código e inténtelo de nuevo.'],
    inactive: ['El enlace ya no está activo', 'Este código ya no está activo.'],
    gone: ['Este correo ya no está disponible', 'Se ha eliminado o es demasiado antiguo para mostrarlo.'],
    test: [
      'Disponible después del envío',
      'Este enlace es de una prueba o de una vista previa. En el correo que reciben sus contactos, abre el correo en el navegador.',
    ],
    unavailable: ['Inténtelo de nuevo', 'No podemos abrir este enlace ahora. Inténtelo de nuevo en un momento.'],
    tooMany: ['Demasiadas solicitudes', 'Espere un momento e inténtelo de nuevo.'],
  },
  fr: {
    unknown: ['Lien introuvable', 'Il n’y a rien à cette adresse. Vérifiez le code et réessayez.'],
    inactive: ['Ce lien n’est plus actif', 'Ce code n’est plus actif.'],
    gone: ['Cet e-mail n’est plus disponible', 'Il a été supprimé ou il est trop ancien pour être affiché.'],
    test: [
      'Disponible après l’envoi',
      'Ce lien vient d’un test ou d’un aperçu. Dans l’e-mail que reçoivent vos contacts, il ouvre l’e-mail dans le navigateur.',
    ],
    unavailable: [
      'Veuillez réessayer',
      'Nous ne pouvons pas ouvrir ce lien pour le moment. Réessayez dans un instant.',
    ],
    tooMany: ['Trop de requêtes', 'Patientez un instant puis réessayez.'],
  },
};

type InactiveWords = {
  title: string;
  /** With a website to go on to, and without. The name comes escaped. */
  online: (name: string) => string;
  from: (name: string) => string;
  visit: (host: string) => string;
};

const inactiveTexts: Record<Language, InactiveWords> = {
  en: {
    title: 'This code is no longer active',
    online: (name) => `You can still find ${name} online.`,
    from: (name) => `Ask ${name} for a new one.`,
    visit: (host) => `Visit ${host}`,
  },
  es: {
    title: 'Este código ya no está activo',
    online: (name) => `Puede encontrar a ${name} en internet.`,
    from: (name) => `Pida uno nuevo a ${name}.`,
    visit: (host) => `Visitar ${host}`,
  },
  fr: {
    title: 'Ce code n’est plus actif',
    online: (name) => `Retrouvez ${name} en ligne.`,
    from: (name) => `Demandez-en un nouveau à ${name}.`,
    visit: (host) => `Visiter ${host}`,
  },
};

export const pageHtml = (language: Language, name: PageName): string => plainPage(language, name).html;

/** Says nothing about the code, so that a near miss looks like any other. */
function plainPage(language: Language, name: PageName) {
  const [title, sentence] = texts[language][name];
  return renderPage({
    language,
    title,
    brand: null,
    body: `<p>${sentence}</p>`,
    isForm: false,
    isLost: true,
    by: 'powered',
  });
}

/** Whose code it was, and where else they are found. */
function brandedPage(language: Language, brand: PageBrand) {
  const words = inactiveTexts[language];
  const name = escapeHtml(brand.name);
  const website = brand.website && new URL(brand.website);
  const visit =
    website &&
    `<a class="button" href="${escapeHtml(website.href)}" rel="noreferrer">${words.visit(escapeHtml(website.hostname.replace(/^www\./, '')))}</a>`;
  const body = `<p>${visit ? words.online(name) : words.from(name)}</p>${visit ?? ''}`;
  const isForm = Boolean(visit);
  return renderPage({ language, title: words.title, brand, body, isForm, isLost: true, by: 'powered' });
}

/** Worded once at start. */
const plainPages = new Map(
  (Object.keys(texts) as Language[]).flatMap((language) =>
    (Object.keys(statuses) as PageName[]).map((name) => [`${language} ${name}`, plainPage(language, name)]),
  ),
);

export function answerPage(
  raw: ServerResponse,
  name: PageName,
  accepted: string | undefined,
  headers: readonly string[],
): void {
  const language = languageOf(accepted);
  send(raw, { name, language, headers, ...plainPages.get(`${language} ${name}`)! });
}

/** The same for a code that is switched off, with whose it was. */
export function answerInactive(
  raw: ServerResponse,
  brand: PageBrand,
  accepted: string | undefined,
  headers: readonly string[],
): void {
  const language = languageOf(accepted);
  send(raw, { name: 'inactive', language, headers, ...brandedPage(language, brand) });
}

type Sent = { name: PageName; language: Language; headers: readonly string[]; html: string; policy: string };

function send(raw: ServerResponse, { name, language, headers, html, policy }: Sent): void {
  const body = Buffer.from(html);
  const own = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    vary: 'accept-language',
    'content-security-policy': policy,
    'content-length': String(body.length),
    ...(name === 'unavailable' || name === 'tooMany' ? { 'retry-after': '2' } : {}),
  };
  raw.writeHead(statuses[name], [...headers, ...Object.entries(own).flat()]);
  // Node itself leaves the body out of an answer to HEAD.
  raw.end(body);
}

/** The first of ours among those the visitor likes best. */
export function languageOf(accepted = ''): Language {
  const preferences = accepted
    .slice(0, 200)
    .split(',')
    .map((preference) => {
      const [tag = '', ...parameters] = preference.trim().toLowerCase().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean) ?? '1';
      return { language: tag.split('-')[0]!, weight: Number(weight) };
    })
    .filter(({ language, weight }) => Object.hasOwn(texts, language) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return (preferences[0]?.language as Language | undefined) ?? 'en';
}
