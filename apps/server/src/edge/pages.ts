import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

export type PageName = 'unknown' | 'inactive' | 'unavailable' | 'tooMany';
export type Language = 'en' | 'es' | 'fr';

const statuses: Record<PageName, number> = { unknown: 404, inactive: 410, unavailable: 503, tooMany: 429 };

const texts: Record<Language, Record<PageName, [title: string, sentence: string]>> = {
  en: {
    unknown: ['Link not found', 'There is nothing at this address. Please check the code and try again.'],
    inactive: ['Link no longer active', 'The owner of this code has switched it off.'],
    unavailable: ['Please try again', 'This link cannot be looked up right now. Please try again in a moment.'],
    tooMany: ['Too many requests', 'Please wait a moment and try again.'],
  },
  es: {
    unknown: ['Enlace no encontrado', 'No hay nada en esta dirección. Compruebe el código e inténtelo de nuevo.'],
    inactive: ['El enlace ya no está activo', 'El propietario de este código lo ha desactivado.'],
    unavailable: ['Inténtelo de nuevo', 'No se puede consultar este enlace ahora. Inténtelo de nuevo en un momento.'],
    tooMany: ['Demasiadas solicitudes', 'Espere un momento e inténtelo de nuevo.'],
  },
  fr: {
    unknown: ['Lien introuvable', 'Il n’y a rien à cette adresse. Vérifiez le code et réessayez.'],
    inactive: ['Ce lien n’est plus actif', 'Le propriétaire de ce code l’a désactivé.'],
    unavailable: ['Veuillez réessayer', 'Ce lien ne peut pas être consulté pour le moment. Réessayez dans un instant.'],
    tooMany: ['Trop de requêtes', 'Patientez un instant puis réessayez.'],
  },
};

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:min(20vh,8rem) auto 0;padding:0 1.5rem 3rem;color:#1f2328;background:#fff}' +
  'button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;color:#fff;background:#1f5fd0;cursor:pointer}' +
  'button.quiet{color:inherit;background:none;border:1px solid currentcolor}a{color:inherit}' +
  'button.plain{color:inherit;background:none;padding:.6rem 0;text-decoration:underline}' +
  'form{display:flex;flex-wrap:wrap;gap:.75rem}section{margin-top:2.5rem}h1{line-height:1.2}h2{font-size:1.25rem;margin:0}section p{margin:.25rem 0 1rem}' +
  '@media(max-width:30rem){button{width:100%}}' +
  '@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#16181c}}';

/** No script, no picture, nothing from anywhere: only this one style, by its hash. */
const policyWith = (formAction: 'none' | 'self') =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action '${formAction}'; frame-ancestors 'none'`;
export const pagePolicy = policyWith('none');
/** For pages with a button. */
export const formPolicy = policyWith('self');

export const htmlOf = (language: Language, title: string, body: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>` +
  `<body><h1>${title}</h1>${body}</body></html>\n`;

export const pageHtml = (language: Language, name: PageName): string => {
  const [title, sentence] = texts[language][name];
  return htmlOf(language, title, `<p>${sentence}</p>`);
};

/** Worded once at start; says nothing about the code, so that a near miss looks like any other. */
const bodies = new Map(
  (Object.keys(texts) as Language[]).flatMap((language) =>
    (Object.keys(statuses) as PageName[]).map((name) => [`${language} ${name}`, Buffer.from(pageHtml(language, name))]),
  ),
);

export function answerPage(
  raw: ServerResponse,
  name: PageName,
  accepted: string | undefined,
  headers: readonly string[],
): void {
  const language = languageOf(accepted);
  const body = bodies.get(`${language} ${name}`)!;
  const own = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    vary: 'accept-language',
    'content-security-policy': pagePolicy,
    'content-length': String(body.length),
    ...(name === 'unavailable' || name === 'tooMany' ? { 'retry-after': '2' } : {}),
  };
  raw.writeHead(statuses[name], [...headers, ...Object.entries(own).flat()]);
  // Node itself leaves the body out of an answer to HEAD.
  raw.end(body);
}

/** The first of ours among those the visitor likes best. */
export function languageOf(accepted = ''): Language {
  const wishes = accepted
    .slice(0, 200)
    .split(',')
    .map((wish) => {
      const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean) ?? '1';
      return { language: tag.split('-')[0]!, weight: Number(weight) };
    })
    .filter(({ language, weight }) => Object.hasOwn(texts, language) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return (wishes[0]?.language as Language | undefined) ?? 'en';
}
