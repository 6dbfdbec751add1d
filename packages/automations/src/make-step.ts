import type { Lane, Step, StepKind, StepOf } from '@waggle/contracts/automation-document';

export type NewId = () => string;

/** Kinds in the order in which they are offered. */
export const stepKinds = [
  'email',
  'wait',
  'wait-until',
  'wait-for',
  'if',
  'split',
  'tag',
  'field',
  'notify',
  'webhook',
  'enter',
  'goal',
  'leave',
] as const satisfies readonly StepKind[];

export const makeLane = (newId: NewId, name = '', steps: Step[] = []): Lane => ({
  id: newId(),
  name,
  weight: 1,
  steps,
});

type Make = { [Kind in StepKind]: (id: string, newId: NewId, field: string) => StepOf<Kind> };

const make: Make = {
  email: (id) => ({ id, kind: 'email', campaignId: null, hours: null, cap: 'obey' }),
  wait: (id) => ({ id, kind: 'wait', for: { amount: 1, unit: 'days' } }),
  'wait-until': (id) => ({
    id,
    kind: 'wait-until',
    until: { kind: 'weekday', days: [1, 2, 3, 4, 5], time: '09:00' },
  }),
  'wait-for': (id, newId) => ({
    id,
    kind: 'wait-for',
    what: { kind: 'email.opened', of: null },
    since: 'arrival',
    atMost: { amount: 3, unit: 'days' },
    lanes: [makeLane(newId), makeLane(newId)],
  }),
  if: (id, newId) => ({
    id,
    kind: 'if',
    rule: { match: 'all', rules: [] },
    lanes: [makeLane(newId), makeLane(newId)],
  }),
  split: (id, newId) => ({ id, kind: 'split', lanes: [makeLane(newId, 'A'), makeLane(newId, 'B')] }),
  tag: (id) => ({ id, kind: 'tag', add: [], remove: [] }),
  field: (id, _newId, field) => ({ id, kind: 'field', field, value: '' }),
  notify: (id) => ({ id, kind: 'notify', memberId: null, text: '' }),
  webhook: (id) => ({ id, kind: 'webhook', url: '', reply: null }),
  enter: (id) => ({ id, kind: 'enter', automationId: null }),
  goal: (id) => ({ id, kind: 'goal' }),
  leave: (id) => ({ id, kind: 'leave' }),
};

/** A new step with its first settings. `field` is the custom field that a new 'set field' step sets. */
export const makeStep = (kind: StepKind, newId: NewId, field = 'field'): Step => make[kind](newId(), newId, field);
