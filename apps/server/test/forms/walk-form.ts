import type { FormField } from '@waggle/contracts/form-definition';
import { parseDocument } from 'htmlparser2';
import type { FilledForms } from './filled-forms.ts';

type Element = { name?: string; attribs?: Record<string, string>; children?: Element[] };
const all = (nodes: Element[] = []): Element[] => nodes.flatMap((node) => [node, ...all(node.children)]);

/** What somebody would answer who wants to come to the end. */
export const answerTo = ({ type, options }: Pick<FormField, 'type' | 'options'>): string => {
  if (type === 'email') return 'walker@form.example';
  if (type === 'phone') return '+1 503 555 0100';
  if (type === 'checkbox' || type === 'consent') return 'true';
  return type === 'select' || type === 'radio' ? options[0]! : 'Walked';
};

/** Fills in a form page by page, as a browser without scripts, and answers the status it ended with. */
export async function walkForm(house: FilledForms, formId: string, fields: readonly FormField[]): Promise<number> {
  const byId = new Map(fields.map((field) => [field.id, field]));
  let { status, text } = await house.ask('GET', `/forms/${formId}`);
  // Twice as many as there are pages and fields that come up.
  for (let steps = 0; status === 200 && steps < 150; steps += 1) {
    const sent = new Map<string, string>([['go', 'on']]);
    for (const { name, attribs = {} } of all(parseDocument(text).children as unknown as Element[])) {
      const field = byId.get(attribs['name'] ?? '');
      if (name === 'input' && attribs['type'] === 'hidden') sent.set(attribs['name']!, attribs['value'] ?? '');
      else if (field) sent.set(field.id, answerTo(field));
    }
    const answer = await fetch(`${house.origin}/forms/${formId}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([...sent]).toString(),
    });
    [status, text] = [answer.status, await answer.text()];
  }
  return status;
}
