import { escapeHtml } from '../escape-html.ts';
import { literalText } from './literal-text.ts';
import { clickMarker, openMarker, preferencesMarker, unsubscribeMarker } from './markers.ts';

export type Footer = { organizationName: string; postalAddress: string; language: 'en' | 'es' | 'fr' };

const words = {
  en: {
    why: (name: string) => `You receive this email because you subscribed to ${name}.`,
    unsubscribe: 'Unsubscribe',
    settings: 'Email preferences',
  },
  es: {
    why: (name: string) => `Recibe este correo porque se suscribió a ${name}.`,
    unsubscribe: 'Darse de baja',
    settings: 'Preferencias de correo',
  },
  fr: {
    why: (name: string) => `Vous recevez cet e-mail parce que vous êtes abonné à ${name}.`,
    unsubscribe: 'Se désabonner',
    settings: 'Préférences e-mail',
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

export function footerHtml({ organizationName, postalAddress, language }: Footer): string {
  const { why, unsubscribe, settings } = words[language];
  const address = [organizationName, ...postalAddress.split('\n')].map((line) => line.trim()).filter(Boolean);
  return (
    `<div style="${block}">${literalHtml(why(organizationName))}<br>${literalHtml(address.join(' · '))}<br>` +
    `<a href="${unsubscribeMarker}" style="${link}">${unsubscribe}</a> · ` +
    `<a href="${preferencesMarker}" style="${link}">${settings}</a></div>`
  );
}

export function footerText({ organizationName, postalAddress, language }: Footer): string {
  const { why, unsubscribe, settings } = words[language];
  const ways = [`${unsubscribe}: ${unsubscribeMarker}`, `${settings}: ${preferencesMarker}`];
  const lines = [why(organizationName), organizationName, postalAddress, ...ways];
  return `\n\n-- \n${lines.map((line) => literalText(line)).join('\n')}\n`;
}

/** No person sees or reaches it: who follows it is a machine. */
export const trapHtml = (linkNo: number): string =>
  `<a href="${clickMarker(linkNo)}" style="display:none;font-size:0;line-height:0" tabindex="-1" aria-hidden="true" rel="nofollow"></a>`;

export const pixelHtml = `<img src="${openMarker}" width="1" height="1" alt="" style="display:block;border:0;width:1px;height:1px">`;

/** Shown beside the subject in lists of mails; the blanks keep the content from following it there. */
export const previewHtml = (text: string): string =>
  `<div style="display:none;max-height:0;max-width:0;opacity:0;overflow:hidden;font-size:1px;line-height:1px">${text}${'&#847;&zwnj;&nbsp;'.repeat(12)}</div>`;
