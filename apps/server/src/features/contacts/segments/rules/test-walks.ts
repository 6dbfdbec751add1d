import { automationOperators, type Condition } from '@waggle/contracts/contact-rules';
import fc from 'fast-check';
import type { JobHarness } from '#platform/jobs/test-harness.ts';

/** Of the organization itself and of client X; the third one is deleted, and its people's past is kept. */
export const automations = [
  '99999999-9999-4999-8999-999999999991',
  '99999999-9999-4999-8999-999999999992',
  '99999999-9999-4999-8999-999999999993',
];

/** Null is still inside. */
export type Walk = { automation: number; end: null | 'completed' | 'goal' | 'left' };
export const someWalks: fc.Arbitrary<Walk[]> = fc.uniqueArray(
  fc.record({ automation: fc.nat(2), end: fc.constantFrom(null, 'completed', 'goal', 'left') }),
  { maxLength: 4, selector: ({ automation, end }) => `${automation} ${end}` },
);

export async function insertAutomations(
  { owner }: JobHarness,
  organizationId: string,
  clientId: string,
): Promise<void> {
  for (const [at, id] of automations.slice(0, 2).entries())
    await owner.query(
      "insert into automations (organization_id, id, client_id, name, draft) values ($1, $2, $3, 'Welcome', '{}')",
      [organizationId, id, at === 0 ? null : clientId],
    );
}

export async function insertWalks(
  { owner }: JobHarness,
  organizationId: string,
  contactId: string,
  walks: readonly Walk[],
): Promise<void> {
  for (const { automation, end } of walks) {
    const ids = [organizationId, automations[automation], contactId];
    await (end === null
      ? owner.query(
          `insert into automation_runs (organization_id, automation_id, contact_id, version, step, wake_at, arrived_at, entered_at)
           values ($1, $2, $3, 1, 0, now(), now(), now())`,
          ids,
        )
      : owner.query(
          `insert into automation_past (organization_id, automation_id, contact_id, id, version, step, seq, pass, entered_at, reason)
           values ($1, $2, $3, new_id(), 1, 0, 1, 1, now(), $4)`,
          [...ids, end],
        ));
  }
}

type AutomationCondition = Extract<Condition, { kind: 'automation' }>;
export const aWalkCondition: fc.Arbitrary<AutomationCondition> = fc.record({
  kind: fc.constant('automation' as const),
  op: fc.constantFrom(...automationOperators),
  automationId: fc.constantFrom(...automations),
});

/** The rule once more, without a database. */
export function fitsWalks(
  walks: readonly Walk[],
  { op, automationId }: AutomationCondition,
  whose: { client_id: string | null; ofX: string },
): boolean {
  const automation = automations.indexOf(automationId);
  if (automation > 1 || whose.client_id !== (automation === 0 ? null : whose.ofX)) return false;
  const has = (end: Walk['end']) => walks.some((walk) => walk.automation === automation && walk.end === end);
  return {
    isInside: has(null),
    isNotInside: !has(null),
    completed: has('completed'),
    didNotComplete: !has('completed'),
    reachedGoal: has('goal'),
  }[op];
}
