import {
  type AutomationDocument,
  emptyDocument,
  type ForkStep,
  type Happening,
  type Step,
} from '@waggle/contracts/automation-document';
import { expect, test } from 'vitest';
import { makeStep } from './make-step.ts';
import { problemsOf } from './problems.ts';
import { countedIds } from './random-document.fixture.ts';

const id = '00000000-0000-4000-8000-000000000001';
const newId = countedIds();
const started: AutomationDocument = { ...emptyDocument, triggers: [{ kind: 'contact.created' }] };
const email = (): Step => ({ ...makeStep('email', newId), campaignId: id }) as Step;
const codes = (document: AutomationDocument, automationId?: string) =>
  problemsOf(document, automationId).map(({ code }) => code);
const goalOf = (reached: 'leave' | 'jump', when: Happening | null) => ({
  name: 'Order',
  when,
  reached,
});
const withSteps = (...steps: Step[]): AutomationDocument => ({ ...started, steps });

test('an empty automation lacks what lets people in and what they pass', () => {
  expect(codes(emptyDocument)).toEqual(['no-trigger', 'no-step']);
  expect(codes(withSteps(email()))).toEqual([]);
});

test('what is missing is named with its step', () => {
  const steps = (['email', 'tag', 'notify', 'webhook', 'enter', 'goal'] as const).map((kind) => makeStep(kind, newId));

  expect(problemsOf(withSteps(...steps))).toEqual([
    { code: 'email-missing', stepId: steps[0]!.id, isBlocking: true },
    { code: 'tags-missing', stepId: steps[1]!.id, isBlocking: true },
    { code: 'text-missing', stepId: steps[2]!.id, isBlocking: true },
    { code: 'address-missing', stepId: steps[3]!.id, isBlocking: true },
    { code: 'automation-missing', stepId: steps[4]!.id, isBlocking: true },
    { code: 'goal-missing', stepId: steps[5]!.id, isBlocking: true },
  ]);
});

test('a condition needs a rule and a way with a step; a wait for something needs neither', () => {
  const fork = makeStep('if', newId) as ForkStep;

  expect(codes(withSteps(fork))).toEqual(['rule-empty', 'lanes-empty']);
  expect(codes(withSteps(makeStep('split', newId)))).toEqual(['lanes-empty']);
  expect(codes(withSteps(makeStep('wait-for', newId)))).toEqual([]);
});

test('empty filters and a goal that nothing reaches are told', () => {
  const empty = { match: 'all', rules: [] } as const;
  const filtered = { ...withSteps(email()), entry: { ...started.entry, filter: { ...empty, rules: [] } } };
  const aimless: AutomationDocument = { ...withSteps(email()), goal: goalOf('leave', null) };

  expect(codes(filtered)).toEqual(['filter-empty']);
  expect(codes(aimless)).toEqual(['goal-missing']);
});

test('an automation does not let in the same people by what it does itself', () => {
  const tag = { ...makeStep('tag', newId), add: [id] } as Step;
  const enter = { ...makeStep('enter', newId), automationId: id } as Step;

  expect(codes({ ...withSteps(tag), triggers: [{ kind: 'tag.added', tagId: id }] })).toEqual(['own-trigger']);
  expect(codes({ ...withSteps(tag), triggers: [{ kind: 'tag.removed', tagId: id }] })).toEqual([]);
  expect(codes(withSteps(enter), id)).toEqual(['own-trigger']);
});

test('what speaks of an email speaks of one that is there', () => {
  const [sent, wait] = [email(), makeStep('wait', newId)];
  const waitFor = (step: string) =>
    ({ ...makeStep('wait-for', newId), what: { kind: 'email.clicked', of: { step } } }) as Step;

  expect(codes(withSteps(sent, waitFor(sent.id)))).toEqual([]);
  expect(codes(withSteps(wait, waitFor(wait.id)))).toEqual(['unknown-step']);
  const goal = goalOf('leave', { kind: 'email.opened', of: { step: 'nowheree' } });
  expect(codes({ ...withSteps(sent), goal })).toEqual(['unknown-step']);
});

test('a step below one where everybody leaves is told but does not keep it from being published', () => {
  const [leave, after] = [makeStep('leave', newId), email()];

  expect(problemsOf(withSteps(leave, after))).toEqual([{ code: 'never-reached', stepId: after.id, isBlocking: false }]);
});

test('lanes that all end leave nothing to those below; below a goal people come in', () => {
  const fork = makeStep('split', newId) as ForkStep;
  for (const lane of fork.lanes) lane.steps = [makeStep('leave', newId)];
  const [lost, found] = [email(), email()];
  const goal = makeStep('goal', newId);
  const document: AutomationDocument = {
    ...withSteps(fork, lost, goal, found),
    goal: goalOf('jump', { kind: 'purchase.made' }),
  };

  expect(problemsOf(document)).toEqual([{ code: 'never-reached', stepId: lost.id, isBlocking: false }]);
});
