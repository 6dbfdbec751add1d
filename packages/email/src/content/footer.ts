import { escapeHtml } from '../escape-html.ts';
import { literalText } from './literal-text.ts';
import { clickMarker, openMarker, preferencesMarker, unsubscribeMarker, viewMarker } from './markers.ts';

export type Footer = {
  organizationName: string;
  postalAddress: string;
  language: 'en' | 'es' | 'fr';
  /** Whether its links end with one to the email as a web page of the reader's own. */
  viewInBrowser?: boolean;
};

const words = {
  en: {
    why: (name: string) => `You receive this email because you subscribed to ${name}.`,
    unsubscribe: 'Unsubscribe',
    settings: 'Email preferences',
    view: 'View in browser',
  },
  es: {
    why: (name: string) => `Recibe este correo porque se suscribió a ${name}.`,
    unsubscribe: 'Darse de baja',
    settings: 'Preferencias de correo',
    view: 'Ver en el navegador',
  },
  fr: {
    why: (name: string) => `Vous recevez cet e-mail parce que vous êtes abonné à ${name}.`,
    unsubscribe: 'Se désabonner',
    settings: 'Préférences e-mail',
    view: 'Voir dans le navigateur',
  },
};

const important = (style: string): string =>
  style
    .split(';')
    .map((declaration) => `${declaration}!important`)
    .join(';');

/** An inline style with `!important` beats every rule of a style sheet; `all` takes back what is not named here. */
const base =
  'all:initial;visibility:visible;opacity:1;position:relative;z-index:2147483647;height:auto;max-height:none;overflow:visible;' +
  'transform:none;animation:none;transition:none;font:12px/18px Helvetica,Arial,sans-serif';
const block = important(`${base};display:block;padding:24px 16px;text-align:center;background:#ffffff;color:#555555`);
const link = important(`${base};display:inline;color:#333333;text-decoration:underline;cursor:pointer`);

/** Html and body are the only elements around the footer; what they are given here, no style sheet takes away. */
export const guard = important(
  'display:block;visibility:visible;opacity:1;margin:0;height:auto;max-height:none;width:auto;max-width:none;overflow:visible;' +
    'position:static;clip-path:none;transform:none;translate:none;scale:none;filter:none;zoom:1;mask:none;animation:none;' +
    'transition:none;content-visibility:visible',
);

/** Around the author's content: its negative margins end here and do not pull the footer out of the page. */
export const contentGuard = important('display:flow-root;margin:0;float:none;position:static');

/** A brace in a name must not begin a tag. */
const literalHtml = (text: string): string => escapeHtml(text).replaceAll('{', '&#123;');

/** Where the last line leads, in its order. */
function linksOf({ language, viewInBrowser }: Footer): [label: string, marker: string][] {
  const { unsubscribe, settings, view } = words[language];
  return [
    [unsubscribe, unsubscribeMarker],
    [settings, preferencesMarker],
    ...(viewInBrowser ? [[view, viewMarker] satisfies [string, string]] : []),
  ];
}

const addressHtml = ({ organizationName, postalAddress }: Footer): string =>
  literalHtml(
    [organizationName, ...postalAddress.split('\n')]
      .map((line) => line.trim())
      .filter(Boolean)
      .join(' · '),
  );

export function footerHtml(footer: Footer): string {
  const why = words[footer.language].why(footer.organizationName);
  const links = linksOf(footer).map(([label, marker]) => `<a href="${marker}" style="${link}">${label}</a>`);
  return `<div style="${block}">${literalHtml(why)}<br>${addressHtml(footer)}<br>${links.join(' · ')}</div>`;
}

/** For whoever is nobody's reader: who sent it, and no link of a person's own. */
export const publicFooterHtml = (footer: Footer): string => `<div style="${block}">${addressHtml(footer)}</div>`;

export function footerText(footer: Footer): string {
  const { organizationName, postalAddress, language } = footer;
  const ways = linksOf(footer).map(([label, marker]) => `${label}: ${marker}`);
  const lines = [words[language].why(organizationName), organizationName, postalAddress, ...ways];
  return `\n\n-- \n${lines.map((line) => literalText(line)).join('\n')}\n`;
}

/** No person sees or reaches it: who follows it is a machine. */
export const trapHtml = (linkNo: number): string =>
  `<a href="${clickMarker(linkNo)}" style="display:none;font-size:0;line-height:0" tabindex="-1" aria-hidden="true" rel="nofollow"></a>`;

export const pixelHtml = `<img src="${openMarker}" width="1" height="1" alt="" style="display:block;border:0;width:1px;height:1px">`;

/** Shown beside the subject in lists of mails; the blanks keep the content from following it there. */
export const previewHtml = (text: string): string =>
  `<div style="display:none;max-height:0;max-width:0;opacity:0;overflow:hidden;font-size:1px;line-height:1px">${text}${'&#847;&zwnj;&nbsp;'.repeat(12)}</div>`;
