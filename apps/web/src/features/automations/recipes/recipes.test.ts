import { AutomationDocument, stepsOf } from '@waggle/contracts/automation-document';
import { EmailDocument } from '@waggle/contracts/email-document';
import { problemsOf } from '@waggle/automations/problems';
import { expect, test } from 'vitest';
import { newStepId } from '#lib/step-id.ts';
import english from '../locales/en/automation-recipes.json';
import { documentOfEmail } from './email-draft.ts';
import { makeRecipe, recipeIds, recipes } from './recipes.ts';

const chosenFor = {
  form: uuid(1),
  tag: uuid(2),
  segment: uuid(3),
  code: uuid(4),
  field: 'birthday',
  campaign: uuid(5),
} as const;

function uuid(number: number): string {
  return `00000000-0000-4000-8000-00000000000${number}`;
}

const make = (id: (typeof recipeIds)[number], isChosen: boolean) => {
  const { needs } = recipes[id];
  return makeRecipe(id, { newId: newStepId, goalName: 'Order', chosen: isChosen && needs ? chosenFor[needs] : null });
};

test.each(recipeIds)('the recipe %s can be kept, with and without what it needs', (id) => {
  for (const isChosen of [true, false])
    expect(AutomationDocument.safeParse(make(id, isChosen).document).error).toBeUndefined();
});

test.each(recipeIds)('of the recipe %s only its emails and a tag are left to decide', (id) => {
  const codes = problemsOf(make(id, true).document).map(({ code }) => code);

  expect(codes.filter((code) => !['email-missing', 'tags-missing'].includes(code))).toEqual([]);
});

/** What happens to contacts by itself; an event comes only from somebody's own program. */
test.each(recipeIds)("the recipe %s begins with something that happens without a program of one's own", (id) => {
  expect(make(id, true).document.triggers.map(({ kind }) => kind)).not.toContain('event');
  expect(make(id, true).document.triggers).toHaveLength(1);
});

test.each(recipeIds)('every email of the recipe %s has its words', (id) => {
  const { document, emails } = make(id, true);
  const words = english[id].emails as Record<string, Record<string, string>>;
  const steps = [...stepsOf(document.steps)].filter(({ kind }) => kind === 'email');

  expect(steps.map((step) => emails.get(step.id))).toEqual(Object.keys(words));
  for (const { heading, text, button } of Object.values(words)) {
    const made = documentOfEmail({ heading: heading!, text: text!, button: button! });
    expect(EmailDocument.safeParse(made).error).toBeUndefined();
  }
});
