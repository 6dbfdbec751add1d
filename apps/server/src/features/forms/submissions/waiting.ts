import { FormDefinition } from '@waggle/contracts/form-definition';
import { mostWaitingCounted, mostWaitingShown } from '@waggle/contracts/form-submissions';
import { type Lead, leadOf } from '@waggle/forms/lead';
import type { Context } from '#platform/context.ts';
import type { Forms } from '../parts.ts';
import { findVersion } from '../versions/queries.ts';
import { fillIn } from './fill-in.ts';
import * as queries from './waiting-queries.ts';

/** Who filled in a form while the plan was full, with what they said of themselves. */
export async function listWaiting(ctx: Context) {
  const [counted, people] = await Promise.all([
    queries.countWaitingPeople(ctx, mostWaitingCounted),
    queries.findWaitingPeople(ctx, mostWaitingShown, mostWaitingCounted),
  ]);
  const definitions = await definitionsOf(ctx, people);
  return {
    items: people.map((person) => present(person, definitions.get(versionOf(person)))),
    total: counted.total,
    since: counted.since?.toISOString() ?? null,
  };
}

const versionOf = ({ formId, version }: queries.WaitingPerson): string => `${formId} ${version}`;

/** Versions never change, so each is read once. */
async function definitionsOf(ctx: Context, people: readonly queries.WaitingPerson[]) {
  const definitions = new Map<string, FormDefinition>();
  for (const person of people) {
    if (definitions.has(versionOf(person))) continue;
    const row = await findVersion(ctx, person.formId, person.version);
    if (row) definitions.set(versionOf(person), FormDefinition.parse(row.definition));
  }
  return definitions;
}

function present({ id, formId, formName, answers, at }: queries.WaitingPerson, definition?: FormDefinition) {
  const lead: Partial<Lead> = definition ? leadOf(definition, new Map(Object.entries(answers))) : {};
  const { firstName = null, lastName = null, email = null } = lead;
  return { id, formId, formName, firstName, lastName, email, createdAt: at.toISOString() };
}

/** Makes the contacts of all forms for which there was no place, who waited longest first, until the plan is full again. */
export async function fillInAll(forms: Pick<Forms, 'limits'>, ctx: Context, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const formId = await queries.findLongestWaiting(ctx);
    if (formId === undefined) return;
    const { created, isFull } = await fillIn(forms, ctx, formId);
    if (created === 0 || isFull) return;
  }
}
