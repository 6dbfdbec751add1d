import { FormDefinition } from '../../../packages/contracts/src/form-definition.ts';
import type { MadeUp } from '../../../apps/server/src/features/contacts/demo/people.ts';
import type { FormWords } from './words.ts';

type Answers = Record<string, string | true>;
/** A number below a thousand for each place, the same for the same person. */
type Chance = (at: number) => number;

export type FormPlan = {
  name: string;
  definition: FormDefinition;
  /** In 90 days. */
  submissions: number;
  spam: number;
  /** Of the visits, the share in a hundred that ends in a submission. */
  completion: number;
  /** One in so many is sent by somebody the company knows already; 0 for none. */
  knownEvery: number;
  answersOf: (person: MadeUp, chance: Chance) => Answers;
  /** The code on a poster that leads here. */
  code?: string;
};

const pick = (options: readonly string[], chance: number): string => options[chance % options.length] ?? '';
const sources = ['instagram', 'google', 'newsletter', 'facebook'];
const hidden = { id: 'field_9', type: 'hidden', label: 'Source', parameter: 'utm_source', value: 'website' };
/** Half of the visitors come by a link with a source in it, the rest by the company's site. */
const sourceOf = (chance: Chance) => (chance(10) < 500 ? pick(sources, chance(11)) : 'website');
const named = [
  { id: 'field_1', type: 'text', label: 'First name', required: true, half: true },
  { id: 'field_2', type: 'text', label: 'Last name', required: true, half: true },
  { id: 'field_3', type: 'email', label: 'Email', required: true },
  { id: 'field_4', type: 'phone', label: 'Phone' },
];
const nameAnswers = ({ firstName, lastName, email, phone }: MadeUp): Answers => ({
  field_1: firstName,
  field_2: lastName,
  field_3: email,
  ...(phone && { field_4: phone }),
});
/** Four forms of a company: somebody signs up, asks, registers, and says how it was. */
export const formPlans = (words: FormWords, company: string, tagIds: readonly string[]): FormPlan[] => [
  newsletter(words.newsletter, company, tagIds),
  contact(words.contact, company),
  event(words.event, company),
  feedback(words.feedback),
];

const newsletter = (
  { name, title, about, question, interests }: FormWords['newsletter'],
  company: string,
  tagIds: readonly string[],
): FormPlan => ({
  name,
  submissions: 58,
  spam: 5,
  completion: 31,
  knownEvery: 0,
  definition: FormDefinition.parse({
    fields: [
      { id: 'field_1', type: 'email', label: 'Email', required: true, placeholder: 'you@example.com' },
      { id: 'field_2', type: 'text', label: 'First name' },
      { id: 'field_3', type: 'select', label: question, options: interests },
      {
        id: 'field_4',
        type: 'consent',
        label: `Yes, ${company} may send me email.`,
        help: 'You can unsubscribe at any time.',
        required: true,
      },
      hidden,
    ],
    settings: {
      title,
      description: about,
      submitText: 'Sign up',
      thankYouMessage: 'Almost there. Confirm with the link in the email we have sent you.',
      doubleOptIn: true,
    },
    tagIds,
  }),
  answersOf: ({ email, firstName }, chance) => ({
    field_1: email,
    ...(chance(0) < 820 && { field_2: firstName }),
    ...(chance(1) < 700 && { field_3: pick(interests, chance(2)) }),
    field_4: true,
    field_9: sourceOf(chance),
  }),
});

const contact = ({ topics, messages }: FormWords['contact'], company: string): FormPlan => ({
  name: 'Contact us',
  submissions: 27,
  spam: 7,
  completion: 44,
  knownEvery: 3,
  definition: FormDefinition.parse({
    fields: [
      ...named,
      { id: 'field_5', type: 'select', label: 'What is it about?', options: topics, required: true },
      { id: 'field_6', type: 'textarea', label: 'Message', required: true },
      hidden,
    ],
    settings: {
      title: 'Contact us',
      description: 'We answer within one working day.',
      submitText: 'Send message',
      thankYouMessage: 'Thank you. We answer within one working day.',
      answerEmail: {
        isOn: true,
        subject: 'We received your message',
        text: `Hello {{ first_name | default: "there" }},\n\nThank you for writing. We answer within one working day.\n\n${company}`,
      },
    },
  }),
  answersOf: (person, chance) => ({
    ...nameAnswers(person),
    field_5: pick(topics, chance(0)),
    field_6: pick(messages, chance(1)),
    field_9: sourceOf(chance),
  }),
});

const event = ({ name, title, about, places, notes, code }: FormWords['event'], company: string): FormPlan => ({
  name,
  submissions: 36,
  spam: 2,
  completion: 38,
  knownEvery: 0,
  code,
  definition: FormDefinition.parse({
    fields: [
      ...named,
      { id: 'field_5', type: 'radio', label: 'When would you like to come?', options: places, required: true },
      { id: 'field_6', type: 'radio', label: 'Do you bring somebody?', options: ['Yes', 'No'], required: true },
      {
        id: 'field_7',
        type: 'text',
        label: 'Name of your guest',
        required: true,
        visibleWhen: { match: 'all', conditions: [{ fieldId: 'field_6', op: 'is', value: 'Yes' }] },
      },
      { id: 'field_8', type: 'textarea', label: 'What should we know?' },
      { id: 'field_10', type: 'consent', label: `${company} may write to me about this event.` },
      hidden,
    ],
    pages: [
      { id: 'page_1', title: 'About you', fieldIds: ['field_1', 'field_2', 'field_3', 'field_4'] },
      {
        id: 'page_2',
        title: 'Your visit',
        fieldIds: ['field_5', 'field_6', 'field_7', 'field_8', 'field_10', 'field_9'],
      },
    ],
    settings: {
      title,
      description: about,
      submitText: 'Register',
      thankYouMessage: 'You are registered. We look forward to seeing you.',
    },
  }),
  answersOf: (person, chance) => ({
    ...nameAnswers(person),
    field_5: pick(places, chance(0)),
    ...(chance(1) < 420 ? { field_6: 'Yes', field_7: pick(guests, chance(2)) } : { field_6: 'No' }),
    ...(chance(3) < 330 && { field_8: pick(notes, chance(7)) }),
    ...(chance(8) < 640 && { field_10: true as const }),
    field_9: sourceOf(chance),
  }),
});

const guests = [
  'Nora Whitfield',
  'Sam Okoye',
  'Elena Ruiz',
  'Jasper Holm',
  'Priscilla Yeo',
  'Tomasz Nowak',
  'Ida Berg',
];
const ratings = ['Excellent', 'Good', 'Fair', 'Poor'];

const feedback = ({ name, title, praise, complaints }: FormWords['feedback']): FormPlan => ({
  name,
  submissions: 24,
  spam: 0,
  completion: 57,
  knownEvery: 2,
  definition: FormDefinition.parse({
    fields: [
      { id: 'field_1', type: 'radio', label: 'How was it?', options: ratings, required: true },
      { id: 'field_2', type: 'textarea', label: 'What did you like?' },
      {
        id: 'field_3',
        type: 'textarea',
        label: 'What can we do better?',
        visibleWhen: {
          match: 'any',
          conditions: ['Fair', 'Poor'].map((value) => ({ fieldId: 'field_1', op: 'is', value })),
        },
      },
      { id: 'field_4', type: 'email', label: 'Email', help: 'If you would like an answer.' },
      { id: 'field_5', type: 'checkbox', label: 'You may quote me' },
    ],
    settings: { title, submitText: 'Send', thankYouMessage: 'Thank you for your time.' },
  }),
  answersOf({ email }, chance) {
    const rating = ratings[chance(0) < 480 ? 0 : chance(0) < 830 ? 1 : chance(0) < 950 ? 2 : 3]!;
    const isGood = rating === 'Excellent' || rating === 'Good';
    return {
      field_1: rating,
      ...(isGood && { field_2: pick(praise, chance(1)) }),
      ...(!isGood && { field_3: pick(complaints, chance(1)) }),
      ...(chance(2) < 720 && { field_4: email }),
      ...(isGood && chance(3) < 400 && { field_5: true as const }),
    };
  },
});
