/** What a snippet says of a form. The name is only ever a text: in an attribute, or in a string of a script. */
export type Shared = { origin: string; formId: string; name: string };

export const embedHeight = 600;

/** In the page where the code stands, in the middle over it, or in the corner of it. */
export type EmbedMode = 'inline' | 'popup' | 'slide-in';
export type OpenOn = 'delay:5' | 'delay:30' | 'scroll:50' | 'exit' | 'click';
/** Days until it opens by itself again; `0` on every page, `once` never again. */
export type OpenAgain = '0' | '1' | '7' | '30' | 'once';
export type EmbedChoice = { mode: EmbedMode; on: OpenOn; again: OpenAgain };

export const formUrl = ({ origin, formId }: Pick<Shared, 'origin' | 'formId'>): string => `${origin}/forms/${formId}`;
const scriptUrl = ({ origin }: Pick<Shared, 'origin'>): string => `${origin}/forms/embed.js`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeAttribute = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!);

const tag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => (value === '' ? key : `${key}="${escapeAttribute(value)}"`))
    .join(' ')}>`;

const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#191714;color:#fff;font-family:sans-serif;text-decoration:none';

export const linkButton = (shared: Shared): string =>
  `${tag('a', { href: formUrl(shared), target: '_blank', rel: 'noopener', style: buttonStyle })}${escapeAttribute(shared.name)}</a>`;

const frame = (shared: Shared, more: Readonly<Record<string, string>> = {}): string =>
  `${tag('iframe', {
    src: formUrl(shared),
    title: shared.name,
    width: '100%',
    height: String(embedHeight),
    style: 'border:none;border-radius:8px',
    ...more,
  })}</iframe>`;

/** Works alone, at one height; with the script below it the frame grows and shrinks with what it shows. */
export const iframeSnippet = (shared: Shared): string =>
  `${frame(shared, { 'data-waggle-form': shared.formId })}\n${tag('script', { async: '', src: scriptUrl(shared) })}</script>`;

/** What the script reads from its own element. */
function scriptData({ formId, name }: Shared, { mode, on, again }: EmbedChoice): Record<string, string> {
  const data = { 'data-form': formId, 'data-title': name };
  return mode === 'inline' ? data : { ...data, 'data-mode': mode, 'data-open': on, 'data-again': again };
}

const openButton = ({ formId, name }: Shared): string =>
  `${tag('button', { type: 'button', 'data-waggle-open': formId })}${escapeAttribute(name)}</button>`;

export function scriptSnippet(shared: Shared, choice: EmbedChoice): string {
  const script = `${tag('script', { async: '', src: scriptUrl(shared), ...scriptData(shared, choice) })}</script>`;
  if (choice.mode === 'inline') return `<div id="form-${shared.formId}"></div>\n${script}`;
  return choice.on === 'click' ? `${openButton(shared)}\n${script}` : script;
}

/** A string of JavaScript that also stands in an HTML page: no sign of it can end a script element or a line. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );

const camel = (key: string): string =>
  key.replace('data-', '').replaceAll(/-([a-z])/g, (_, sign: string) => sign.toUpperCase());

export function reactSnippet(shared: Shared, choice: EmbedChoice): string {
  const data = Object.entries(scriptData(shared, choice)).map(
    ([key, value]) => `    script.dataset.${camel(key)} = ${quoted(value)};`,
  );
  const opens = choice.mode !== 'inline' && choice.on === 'click';
  return [
    `import { useEffect, useRef } from 'react';`,
    '',
    'export function WaggleForm() {',
    '  const place = useRef(null);',
    '  useEffect(() => {',
    '    const here = place.current;',
    `    const script = document.createElement('script');`,
    `    script.src = ${quoted(scriptUrl(shared))};`,
    ...data,
    '    here.append(script);',
    '    return () => here.replaceChildren();',
    '  }, []);',
    opens
      ? `  return (\n    <>\n      <button type="button" data-waggle-open=${quoted(shared.formId)}>{${quoted(shared.name)}}</button>\n      <div ref={place} />\n    </>\n  );`
      : `  return <div ref={place} id=${quoted(`form-${shared.formId}`)} />;`,
    '}',
  ].join('\n');
}

/** A block of its own, for the code editor of WordPress. */
export const wordPressSnippet = (shared: Shared, choice: EmbedChoice): string =>
  `<!-- wp:html -->\n${choice.mode === 'inline' ? iframeSnippet(shared) : scriptSnippet(shared, choice)}\n<!-- /wp:html -->`;

/** Where each network takes an address to share. */
export const shareUrls = (shared: Shared): Record<'twitter' | 'facebook' | 'linkedin', string> => {
  const url = encodeURIComponent(formUrl(shared));
  const text = encodeURIComponent(shared.name.toWellFormed());
  return {
    twitter: `https://twitter.com/intent/tweet?url=${url}&text=${text}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${url}`,
    linkedin: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
  };
};

export const mailtoUrl = (subject: string, body: string): string =>
  `mailto:?subject=${encodeURIComponent(subject.toWellFormed())}&body=${encodeURIComponent(body.toWellFormed())}`;

/** Signs that no folder takes, on any system. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const refused = /[\\/:*?"<>|\u0000-\u001f\u007f]/g;

export const qrFileName = (name: string): string => `${name.replaceAll(refused, '_')}_qr_code.png`;
