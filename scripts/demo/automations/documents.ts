import {
  type AutomationDocument,
  emptyDocument,
  type Step,
} from '../../../packages/contracts/src/automation-document.ts';

/** Emails by their step, once they are written. */
export type StepEmails = Readonly<Record<string, string>>;
export type DocumentOf = (emails: StepEmails) => AutomationDocument;

const email = (id: string, emails: StepEmails): Step => ({
  id,
  kind: 'email',
  campaignId: emails[id] ?? null,
  hours: null,
  cap: 'obey',
});
const wait = (id: string, amount: number): Step => ({ id, kind: 'wait', for: { amount, unit: 'days' } });

export const welcomeSteps = ['greeting', 'storytwo', 'inviting'] as const;

/** Three emails over eleven days; who buys something has arrived where it leads. */
export const welcomeOf =
  (formId: string): DocumentOf =>
  (emails) => ({
    ...emptyDocument,
    triggers: [{ kind: 'form.submitted', formId }],
    goal: { name: 'First purchase', when: { kind: 'purchase.made' }, reached: 'leave' },
    steps: [
      email('greeting', emails),
      wait('waittwod', 2),
      email('storytwo', emails),
      wait('waitfour', 4),
      email('inviting', emails),
      wait('waitfive', 5),
    ],
  });

export const winBackSteps = ['missyoua', 'lastcall'] as const;

export const winBackOf =
  (segmentId: string): DocumentOf =>
  (emails) => ({
    ...emptyDocument,
    triggers: [{ kind: 'segment.left', segmentId }],
    entry: { filter: null, again: 'after-leaving', notWithinDays: 180 },
    steps: [email('missyoua', emails), wait('waitweek', 7), email('lastcall', emails), wait('waitagai', 7)],
  });

export const reviewOf: DocumentOf = () => ({
  ...emptyDocument,
  triggers: [{ kind: 'purchase.made' }],
  entry: { filter: null, again: 'after-leaving', notWithinDays: 90 },
  steps: [wait('waittend', 10), email('askrevie', {})],
});
