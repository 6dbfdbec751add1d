import { type MadeUp, madeUp } from '../../../apps/server/src/features/contacts/demo/people.ts';
import { fieldsInOrder } from '../../../packages/forms/src/pages.ts';
import { visibleFields } from '../../../packages/forms/src/visible.ts';
import { chancesOf } from '../readers.ts';
import { timeOf } from '../scans.ts';
import type { FormPlan } from './definitions.ts';

/** A form that is published, with who will fill it in. */
export type ShownForm = {
  id: string;
  version: number;
  organizationId: string;
  clientId: string | null;
  /** Path of the short link of its code; undefined where it has none. */
  codePath: string | undefined;
  codeId: string | undefined;
  plan: FormPlan;
  senders: Sender[];
};
export type Sender = {
  name: string;
  /** Milliseconds since 1970 at which they sent it, in the demo's past. */
  at: number;
  answers: Record<string, string | true>;
  email: string | undefined;
  isSpam: boolean;
  /** Scanned the code of the form first. */
  isScan: boolean;
  /** Presses the link in the confirmation email. */
  confirms: boolean;
};
/** Somebody the company had before, and since when. */
export type Known = { person: MadeUp; since: number };

type Choice = { label: string; share: number; now: number; firstPerson: number; known: Known[] };

/** Who sends a form within 90 days. Nobody sends two, so that what is known of a person belongs to one submission. */
export function sendersOf(plan: FormPlan, { label, share, now, firstPerson, known }: Choice): Sender[] {
  // No two companies are equally busy.
  const size = share * (0.75 + chancesOf(`${label} ${plan.name}`)(0) / 2_000);
  const some = (count: number) => (count === 0 ? 0 : Math.max(Math.round(count * size), 2));
  const people = Array.from({ length: some(plan.submissions) }, (_, at): Sender => {
    const name = `${label} ${plan.name} ${at}`;
    const chance = chancesOf(name);
    const before = plan.knownEvery > 0 && at % plan.knownEvery === 0 ? known.pop() : undefined;
    const answers = plan.answersOf(before?.person ?? madeUp(firstPerson + at), chance);
    const sent = timeOf(name, now);
    return {
      name,
      at: before && sent < before.since ? between(before.since, now, chance(12)) : sent,
      answers,
      email: emailIn(plan, answers),
      isSpam: false,
      isScan: plan.code !== undefined && at % 3 === 1,
      confirms: at % 5 !== 4,
    };
  });
  const spam = Array.from({ length: some(plan.spam) }, (_, at) =>
    spamOf(plan, `${label} ${plan.name} spam ${at}`, now),
  );
  return [...people, ...spam];
}

const between = (from: number, to: number, chance: number): number => from + ((to - from) * chance) / 1_000;

const emailIn = ({ definition }: FormPlan, answers: Sender['answers']): string | undefined => {
  const answer = answers[definition.fields.find(({ type }) => type === 'email')?.id ?? ''];
  return typeof answer === 'string' ? answer : undefined;
};

const offers = [
  'Get 10,000 real followers for your business within a week.',
  'Your site is not on page one. We can change that for $99.',
  'Business loan approved, no documents needed. Reply today.',
];

/** A program that fills in every field it finds, also the one nobody sees. */
function spamOf(plan: FormPlan, name: string, now: number): Sender {
  const chance = chancesOf(name);
  const email = `offers${chance(0)}@rank-faster.example`;
  const person = { firstName: 'SEO', lastName: 'Expert', email, phone: null };
  const answers = plan.answersOf(person, chance);
  const texts = plan.definition.fields.filter(({ id, type }) => type === 'textarea' && answers[id] !== undefined);
  for (const { id } of texts) answers[id] = offers[chance(1) % offers.length] ?? '';
  return { name, at: timeOf(name, now), answers, email, isSpam: true, isScan: false, confirms: false };
}

/** Fields a person saw on the way to the end, in the order of the form. */
export const seenBy = ({ definition }: FormPlan, answers: Sender['answers']): string[] =>
  visibleFields(definition, new Map(Object.entries(answers)))
    .filter(({ type }) => type !== 'hidden')
    .map(({ id }) => id);

/** Fields everybody sees, for who leaves before the end. */
export const seenByAll = ({ definition }: FormPlan): string[] =>
  fieldsInOrder(definition)
    .filter(({ type, visibleWhen }) => type !== 'hidden' && visibleWhen === null)
    .map(({ id }) => id);
