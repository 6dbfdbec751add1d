import {
  type AutomationDocument,
  emptyDocument,
  type Happening,
  type Step,
} from '@waggle/contracts/automation-document';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import fc from 'fast-check';

const uuid = fc.uuid();
const duration = fc.record({
  amount: fc.integer({ min: 1, max: 30 }),
  unit: fc.constantFrom('minutes' as const, 'hours' as const, 'days' as const, 'weeks' as const),
});
const time = fc.constantFrom('00:00', '02:30', '09:00', '17:45', '23:59');
const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 });
const hours = fc.record({ from: time, to: time, days });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant('form.submitted' as const), formId: fc.option(uuid) }),
  fc.record({ kind: fc.constant('tag.added' as const), tagId: uuid }),
  fc.constant({ kind: 'purchase.made' as const }),
  fc.constant({ kind: 'email.clicked' as const, of: null }),
);
const rule = fc.constant<RuleGroup>({ match: 'all', rules: [] });

const leaf: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.record({
    kind: fc.constant('email'),
    campaignId: uuid,
    hours: fc.option(hours, { freq: 3 }),
    cap: fc.constantFrom('obey', 'ignore'),
  }),
  fc.record({ kind: fc.constant('wait'), for: duration }),
  fc.record({
    kind: fc.constant('wait-until'),
    until: fc.oneof(
      fc.record({
        kind: fc.constant('field'),
        field: fc.constant('birthday'),
        plusDays: fc.integer({ min: -9, max: 9 }),
        time,
      }),
      fc.record({ kind: fc.constant('weekday'), days, time }),
      fc.record({ kind: fc.constant('hours'), hours }),
    ),
  }),
  fc.record({ kind: fc.constant('tag'), add: fc.array(uuid, { maxLength: 2 }), remove: fc.constant([]) }),
  fc.record({ kind: fc.constant('field'), field: fc.constant('birthday'), value: fc.constant('2026-01-01') }),
  fc.record({ kind: fc.constant('notify'), memberId: fc.constant(null), text: fc.constant('Call them') }),
  fc.record({
    kind: fc.constant('webhook'),
    url: fc.constant('https://example.com'),
    reply: fc.option(fc.record({ atMost: duration })),
  }),
  fc.record({ kind: fc.constant('enter'), automationId: uuid }),
  fc.record({ kind: fc.constantFrom('goal', 'leave') }),
);

const steps = (depth: number): fc.Arbitrary<Record<string, unknown>[]> =>
  fc.array(depth === 0 ? leaf : fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 2, arbitrary: fork(depth - 1) }), {
    maxLength: 5,
  });

const lanes = (depth: number, counts: { minLength: number; maxLength: number }) =>
  fc.array(fc.record({ name: fc.constant(''), weight: fc.integer({ min: 1, max: 9 }), steps: steps(depth) }), counts);
function fork(depth: number): fc.Arbitrary<Record<string, unknown>> {
  const two = lanes(depth, { minLength: 2, maxLength: 2 });
  return fc.oneof(
    fc.record({ kind: fc.constant('if'), rule, lanes: two }),
    fc.record({
      kind: fc.constant('wait-for'),
      what: happening,
      since: fc.constantFrom('entry', 'arrival'),
      atMost: duration,
      lanes: two,
    }),
    fc.record({ kind: fc.constant('split'), lanes: lanes(depth, { minLength: 2, maxLength: 4 }) }),
  );
}

/** Eight letters for each number. */
export const idOf = (number: number): string =>
  Array.from({ length: 8 }, (_, at) => String.fromCharCode(97 + (Math.floor(number / 26 ** at) % 26))).join('');

/** Gives every step and lane an id of its own, and keeps as many steps as a document may have. */
function named(plain: Record<string, unknown>[]): Step[] {
  let number = 0;
  let left = 100;
  const nameAll = (list: Record<string, unknown>[]): Record<string, unknown>[] =>
    list.flatMap((step) => {
      if (left === 0) return [];
      left -= 1;
      return { ...step, id: idOf(number++), ...('lanes' in step && { lanes: laneIds(step['lanes'] as Lane[]) }) };
    });
  type Lane = { steps: Record<string, unknown>[] };
  const laneIds = (list: Lane[]) => list.map((lane) => ({ ...lane, id: idOf(number++), steps: nameAll(lane.steps) }));
  return nameAll(plain) as unknown as Step[];
}

export const randomDocument: fc.Arbitrary<AutomationDocument> = fc.record({
  format: fc.constant(1 as const),
  triggers: fc.constant([]),
  entry: fc.constant(emptyDocument.entry),
  stay: fc.record({ filter: fc.option(rule), leaveWhen: fc.array(happening, { maxLength: 2 }) }),
  goal: fc.option(
    fc.record({
      name: fc.constant(''),
      when: fc.option(happening),
      // oxlint-disable-next-line unicorn/no-thenable -- a word of the document
      reached: fc.constantFrom('leave' as const, 'jump' as const),
    }),
  ),
  hours: fc.option(hours, { freq: 4 }),
  steps: steps(3).map(named),
});
