import type { FormDefinition } from '@waggle/contracts/form-definition';
import type { AnswerError } from '../answer.ts';
import { checkAnswers, checkFields } from '../check-answers.ts';
import { type Page, pagesOf } from '../pages.ts';
import type { Answer } from '../visible.ts';
import { type Filled, visibleOn } from './form-html.ts';

/** What of a form is needed to fill it in. */
export type Asked = Pick<FormDefinition, 'fields' | 'pages'>;
/** What a page sends: as the server reads it, and as a browser has it. */
export type Sent = { get(name: string): string | null; has(name: string): boolean };

export type PageStep = Omit<Filled, 'token' | 'trap' | 'carried'> & { shows: 'page' };
/** Which page comes next, or everything that is to be recorded, with the page it was sent from. */
export type Step = PageStep | { shows: 'done'; answers: ReadonlyMap<string, Answer>; last: PageStep };

/** What was typed into fields of the form, of all pages. */
export const typedIn = ({ fields }: Asked, body: Sent): Map<string, string> =>
  new Map(fields.flatMap(({ id }) => (body.has(id) ? [[id, body.get(id)!] as const] : [])));

/** Goes on, back, or stays where something is missing. */
export function fillIn(definition: Asked, body: Sent): Step {
  const pages = pagesOf(definition);
  const typed = typedIn(definition, body);
  const at = Math.min(pageIn(body.get('page')), pages.length - 1);
  const before = new Map<string, Answer>();
  for (const [index, page] of pages.entries()) {
    const { answers, errors } = checkFields(page.fields, typed, before);
    const here: PageStep = { shows: 'page', at: index, typed, before: new Map(before), errors };
    if (index === at && body.get('go') === 'back') return back(pages, here);
    if (index === at) return onFrom(pages, here, { answers, shown: shownIn(body), definition });
    if (errors.size > 0) return here;
    for (const [id, answer] of answers) before.set(id, answer);
  }
  throw new Error('A form has at least one page.');
}

const pageIn = (text: string | null): number => (text !== null && /^\d{1,2}$/.test(text) ? Number(text) : 0);
const shownIn = (body: Sent): ReadonlySet<string> => new Set((body.get('shown') ?? '').split(' '));
const noErrors = new Map<string, AnswerError>();

function back(pages: readonly Page[], { at, typed }: PageStep): PageStep {
  const to = Math.max(at - 1, 0);
  const before = new Map<string, Answer>();
  for (const { fields } of pages.slice(0, to))
    for (const [id, answer] of checkFields(fields, typed, before).answers) before.set(id, answer);
  return { shows: 'page', at: to, typed, before, errors: noErrors };
}

type Given = { answers: ReadonlyMap<string, Answer>; shown: ReadonlySet<string>; definition: Asked };

function onFrom(pages: readonly Page[], here: PageStep, { answers, shown, definition }: Given): Step {
  // A field that an answer of this page brought up was not there to be filled in: it is shown, and not complained of.
  const visible = visibleOn(pages[here.at]!, here).filter(({ type }) => type !== 'hidden');
  const fresh = visible.filter(({ id }) => !shown.has(id));
  const errors = new Map([...here.errors].filter(([id]) => shown.has(id)));
  if (errors.size > 0 || fresh.length > 0) return { ...here, errors };
  const before = new Map([...here.before, ...answers]);
  for (let next = here.at + 1; next < pages.length; next += 1) {
    const step: PageStep = { ...here, at: next, before, errors: noErrors };
    // A page on which nothing is shown is passed over.
    if (visibleOn(pages[next]!, step).some(({ type }) => type !== 'hidden')) return step;
  }
  return finish(pages, here, definition);
}

/** Checked once more as a whole: earlier pages may have been changed on the way. */
function finish(pages: readonly Page[], here: PageStep, definition: Asked): Step {
  const { answers, errors } = checkAnswers(definition, here.typed);
  const wrong = pages.findIndex(({ fields }) => fields.some(({ id }) => errors.has(id)));
  if (wrong === -1) return { shows: 'done', answers, last: here };
  return { ...back(pages, { ...here, at: wrong + 1 }), errors };
}
