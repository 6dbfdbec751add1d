import { escapeHtml } from '@waggle/email/escape-html';
import { dataHtml, type PageData } from '@waggle/forms/page/data';
import { type Filled, formHtml, paragraphs, thanksHtml } from '@waggle/forms/page/form-html';
import { type FormRefusal, formTexts } from '@waggle/forms/page/texts';
import type { PageBrand } from '../brands/brands.ts';
import { type Language, renderPage } from '../layout.ts';
import type { PublishedForm } from './published-forms.ts';
import { fieldStyle } from './style.ts';

type Look = { language: Language; brand: PageBrand | null };
type Shown = Pick<PublishedForm, 'id' | 'version' | 'definition'>;

/** Makes the page better, and tells a page around the frame how high the form is. */
const pageScript = '/forms/page.js';

/** Who may show the form in a frame: every site, unless its author named some. */
export const frameAncestorsOf = ({ allowedOrigins }: PublishedForm['definition']): string =>
  allowedOrigins.length === 0 ? '*' : `'self' ${allowedOrigins.join(' ')}`;

/** One page of a form. What was answered on others goes along unseen, so that nothing is kept between two requests. */
export function formPage(form: Shown, filled: Filled, { language, brand }: Look) {
  const { settings } = form.definition;
  const about = filled.at === 0 ? `<div class="about">${paragraphs(settings.description)}</div>` : '';
  return renderPage({
    language,
    title: escapeHtml(settings.title),
    brand,
    body: `${about}${formHtml(form, filled, language)}${dataHtml(dataOf(form, filled, language))}`,
    isForm: true,
    formStyle: fieldStyle,
    script: pageScript,
    frameAncestors: frameAncestorsOf(form.definition),
    by: 'powered',
  });
}

/** What the script of the page needs, and strangers may know. */
const dataOf = ({ id, version, definition }: Shown, { carried, token }: Filled, language: Language): PageData => {
  const { title, submitText, thankYouMessage, redirectUrl, protection } = definition.settings;
  return {
    id,
    version,
    language,
    token,
    carried,
    fields: definition.fields.map((field) => ({ ...field, tagIds: [], fills: 'none' })),
    pages: definition.pages,
    settings: { title, submitText, thankYouMessage, redirectUrl },
    proofOfWork: protection.proofOfWork,
  };
};

export function thankYouPage({ definition }: Shown, { language, brand }: Look) {
  const { redirectUrl } = definition.settings;
  return renderPage({
    language,
    title: escapeHtml(formTexts[language].page.thankYou),
    brand,
    body: thanksHtml(definition.settings, language),
    isForm: false,
    script: pageScript,
    frameAncestors: frameAncestorsOf(definition),
    ...(redirectUrl === '' ? {} : { refresh: { seconds: 2, url: redirectUrl } }),
    by: 'powered',
  });
}

/** Says nothing of whose form it is; a frame of any site may say it. */
export function unavailablePage(language: Language, reason: FormRefusal | 'noId') {
  const { page: words, refusals } = formTexts[language];
  const [title, sentence] = reason === 'noId' ? words.notFound : [words.notAvailable, refusals[reason]];
  const body = `<p>${escapeHtml(sentence)}</p>`;
  const look = { language, title: escapeHtml(title), brand: null, body, isForm: false, isLost: true } as const;
  return renderPage({ ...look, frameAncestors: '*', by: 'powered' });
}
