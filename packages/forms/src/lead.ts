import type { FormDefinition, FormField } from '@waggle/contracts/form-definition';
import { emailPattern } from '@waggle/contracts/text-patterns';
import { fieldsInOrder } from './pages.ts';
import type { Answer, Answers } from './visible.ts';

export const contactParts = ['email', 'firstName', 'lastName', 'phone', 'company'] as const;
export type ContactPart = (typeof contactParts)[number];

/** What somebody said of themselves, by the fields that fill a contact. The first answer to a part counts. */
export type Lead = Partial<Record<ContactPart, string>> & { attributes: Map<string, Answer> };

/** Characters of each part of a contact; an answer may have more. */
const longestPart: Record<ContactPart, number> = { email: 254, firstName: 100, lastName: 100, phone: 40, company: 120 };

/** The whole label: any sentence may have the word in it. */
const asksForCompany = /^(?:company|organi[sz]ation)(?: name)?$/;

/** What a field fills by its type and label; the words stand in the specification and are English. */
export function suggestedPart({ type, label }: Pick<FormField, 'type' | 'label'>): ContactPart | null {
  const says = (word: string) => label.toLowerCase().includes(word);
  if (type !== 'text' && type !== 'email' && type !== 'phone') return null;
  if (type === 'email' || says('email')) return 'email';
  if (type === 'phone' || says('phone')) return 'phone';
  if (asksForCompany.test(label.trim().toLowerCase())) return 'company';
  return nameIn(says);
}

function nameIn(says: (word: string) => boolean): ContactPart | null {
  if (!says('name')) return null;
  if (says('first')) return 'firstName';
  return says('last') ? 'lastName' : null;
}

/** `email`, …, `custom.<key>`, or null. */
export function filledBy(field: Pick<FormField, 'type' | 'label' | 'fills'>): string | null {
  if (field.fills === 'auto') return suggestedPart(field);
  return field.fills === 'none' ? null : field.fills;
}

export function leadOf(definition: Pick<FormDefinition, 'fields' | 'pages'>, answers: Answers): Lead {
  const lead: Lead = { attributes: new Map() };
  for (const field of fieldsInOrder(definition)) {
    const answer = answers.get(field.id);
    const filled = filledBy(field);
    if (answer === undefined || filled === null) continue;
    if (filled.startsWith('custom.')) {
      const key = filled.slice('custom.'.length);
      if (!lead.attributes.has(key)) lead.attributes.set(key, typeof answer === 'string' ? asLine(answer) : answer);
    } else if (typeof answer === 'string') fill(lead, filled as ContactPart, asLine(answer));
  }
  return lead;
}

/** Values of a contact are one line each, whatever the field that asked for them allows. */
const asLine = (answer: string): string =>
  answer
    .split(/[\p{Cc}\u2028\u2029]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

/** A text field labelled 'Email' may hold anything: what is no address, or longer than a name can be, stays an answer. */
function fill(lead: Lead, part: ContactPart, answer: string): void {
  if (lead[part] !== undefined || answer.length > longestPart[part]) return;
  if (part === 'email' && !emailPattern.test(answer)) return;
  lead[part] = answer;
}
