import { type APIRequestContext, expect } from '@playwright/test';
import { payloads } from './script-payloads.ts';

/** Texts of ours in place of payloads: what a page of them consists of is what every page must consist of. */
export const plainTexts = (count: number): string[] => Array.from({ length: count }, (_, at) => `Plain words ${at}`);

/** What is too long for its place, or has a tab, is left to places that take it. */
const fit = (text: string, longest: number): string =>
  text.length > longest || /\p{Cc}/u.test(text) ? 'Too long' : text;
/** Merge fields in an answer are refused before they are sent. */
const withoutMerge = (text: string): string => (/\{[{%]/.test(text) ? 'Merged' : text);

async function add(api: APIRequestContext, data: object): Promise<string> {
  const answer = await api.post('/api/forms', { data: { clientId: null, ...data } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const types = ['text', 'textarea', 'select', 'radio', 'checkbox', 'consent'];

/** Some texts in every place of a form that takes any. Its second page has a field of each type. */
export function addFormOf(api: APIRequestContext, texts: readonly string[], notify: readonly string[]) {
  const wordsOf = (at: number) => {
    const text = texts[at % texts.length]!;
    return { label: fit(text, 300), placeholder: fit(text, 200), help: fit(text, 500) };
  };
  const options = [...texts.map((text, at) => `${fit(text, 190)} ${at}`), 'Another'];
  const fields = [
    { id: 'field_1', type: 'email', ...wordsOf(0), required: true },
    ...types.map((type, at) => ({ id: `field_${at + 2}`, type, ...wordsOf(at), options })),
  ];
  const title = fit(texts[0]!, 200);
  const pages = [
    { id: 'page_1', title, fieldIds: ['field_1'] },
    { id: 'page_2', title: fit(texts.at(-1)!, 200), fieldIds: fields.slice(1).map(({ id }) => id) },
  ];
  const all = texts.join('\n');
  const answerEmail = { isOn: true, subject: withoutMerge(title), text: texts.map(withoutMerge).join('\n') };
  const words = { title, description: all, submitText: fit(texts[0]!, 60), thankYouMessage: all };
  return add(api, { name: title, fields, pages, settings: { ...words, notify, answerEmail } });
}

export type WideForm = { id: string; answers: Record<string, string> };

/** Sixty payloads as labels and options of one form, and an answer to each: what a screen of ours shows at once. */
export async function addWideForm(api: APIRequestContext, texts: readonly string[], notify: readonly string[]) {
  const asked = texts.slice(0, 60).map((text, at) => ({
    id: `field_${at + 10}`,
    type: at % 6 === 5 ? 'radio' : at % 2 ? 'textarea' : 'text',
    label: fit(text, 300),
    placeholder: fit(text, 200),
    help: fit(text, 500),
    options: at % 6 === 5 ? texts.slice(at, at + 4).map((one, no) => `${fit(one, 190)} ${no}`) : [],
    fills: 'none',
  }));
  const fields = [{ id: 'field_1', type: 'email', label: 'Where do we write to?', required: true }, ...asked];
  const settings = {
    title: fit(texts[0]!, 200),
    description: texts.slice(0, 20).join('\n').slice(0, 2_000),
    thankYouMessage: texts.slice(20, 40).join('\n').slice(0, 2_000),
    protection: { proofOfWork: false },
    notify,
  };
  const id = await add(api, { name: fit(texts[0]!, 200), fields, settings });
  const answers = Object.fromEntries(
    asked.map(({ id: fieldId, type, options }, at) => [fieldId, type === 'radio' ? options[0]! : fit(texts[at]!, 500)]),
  );
  return { id, answers } satisfies WideForm;
}

export const halves = [payloads.slice(0, 60), payloads.slice(60)] as const;
