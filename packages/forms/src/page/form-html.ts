import type { FormDefinition } from '@waggle/contracts/form-definition';
import { escapeHtml } from '@waggle/email/escape-html';
import type { AnswerError } from '../answer.ts';
import { type Page, pagesOf } from '../pages.ts';
import { trapName } from '../proof.ts';
import { type Answer, isVisible } from '../visible.ts';
import { fieldHtml, hiddenHtml } from './field-html.ts';
import { formTexts, type Language, type PageWords } from './texts.ts';

export type Filled = {
  /** Which page is shown. */
  at: number;
  /** As it was typed, of all pages. */
  typed: ReadonlyMap<string, string>;
  /** Valid answers to the fields of the pages before. */
  before: ReadonlyMap<string, Answer>;
  errors: ReadonlyMap<string, AnswerError>;
  /** Above the fields: what went wrong with all of it. */
  alert?: string;
  /** What goes along from page to page, by name, because nothing else is kept of people. */
  carried: readonly (readonly [name: string, value: string])[];
  /** Signed: which page somebody fills in, and since when. */
  token: string;
  /** What stands in the field people do not see. */
  trap: string;
};

/** What is drawn of a form. */
export type Drawn = {
  id: string;
  version: number;
  definition: Pick<FormDefinition, 'fields' | 'pages'> & { settings: Pick<FormDefinition['settings'], 'submitText'> };
};

/** The fields of one page with what stands around them: the same in the answer of a server and in a browser that goes on by itself. */
export function formHtml({ id, version, definition }: Drawn, filled: Filled, language: Language): string {
  const { at } = filled;
  const { page: words, errors: sentences } = formTexts[language];
  const pages = pagesOf(definition);
  const shown = visibleOn(pages[at]!, filled);
  const onPage = new Set(shown.map((field) => field.id));
  const others = [...filled.typed].filter(([name]) => !onPage.has(name));
  const fields = shown.map((field) => {
    const error = filled.errors.get(field.id);
    const value = filled.typed.get(field.id) ?? '';
    return fieldHtml(field, { value, error: error && sentences[error](field.label), words });
  });
  const carried = [
    ...others,
    ...filled.carried,
    ['version', String(version)],
    ['page', String(at)],
    ['token', filled.token],
    ['shown', [...onPage].join(' ')],
  ] as const;
  const go = at === pages.length - 1 ? definition.settings.submitText || 'Submit' : words.next;
  return (
    (filled.alert ? `<p class="alert" role="alert">${escapeHtml(filled.alert)}</p>` : '') +
    `<form method="post" action="/forms/${id}" accept-charset="utf-8">${stepsHtml(at, pages, words)}` +
    (shown.some(({ required }) => required) ? `<p class="help marks">${escapeHtml(words.required)}</p>` : '') +
    `<div class="fields">${fields.join('')}</div>${carried.map(([name, value]) => hiddenHtml(name, value)).join('')}` +
    trapHtml(filled.trap, words) +
    `<div class="send"><button type="submit" name="go" value="on">${escapeHtml(go)}</button></div></form>`
  );
}

type Thanks = Pick<FormDefinition['settings'], 'thankYouMessage' | 'redirectUrl'>;

export function thanksHtml({ thankYouMessage, redirectUrl }: Thanks, language: Language): string {
  const { redirecting } = formTexts[language].page;
  return paragraphs(thankYouMessage) + (redirectUrl === '' ? '' : `<p role="status">${escapeHtml(redirecting)}</p>`);
}

/** For programs that fill in whatever they find. Out of sight, of the keyboard and of what is read aloud. */
const trapHtml = (value: string, words: PageWords): string =>
  `<div class="trap" aria-hidden="true"><label>${escapeHtml(words.trap)} <input name="${trapName}" value="${escapeHtml(value)}" tabindex="-1" autocomplete="off"></label></div>`;

/** Those that are shown for the answers before them, on this page too. */
export function visibleOn({ fields }: Page, { typed, before }: Pick<Filled, 'typed' | 'before'>) {
  const seen = new Map<string, Answer>(before);
  return fields.filter((field) => {
    if (!isVisible(field, seen)) return false;
    const value = typed.get(field.id)?.trim();
    if (value) seen.set(field.id, field.type === 'checkbox' || field.type === 'consent' ? true : value);
    return true;
  });
}

function stepsHtml(at: number, pages: readonly Page[], words: PageWords): string {
  if (pages.length === 1) return '';
  const { title } = pages[at]!;
  const back = `<button type="submit" name="go" value="back" formnovalidate>← ${escapeHtml(words.back)}</button>`;
  return (
    `<div class="steps">${at === 0 ? '<span></span>' : back}<span>${escapeHtml(words.step(at + 1, pages.length))}</span></div>` +
    `<progress value="${at + 1}" max="${pages.length}" aria-hidden="true"></progress>${title === '' ? '' : `<h2>${escapeHtml(title)}</h2>`}`
  );
}

export const paragraphs = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('');
