import { FormDefinition } from '@waggle/contracts/form-definition';
import { mostWaitingCounted, mostWaitingShown } from '@waggle/contracts/form-submissions';
import { leadOf } from '@waggle/forms/lead';
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
  // Versions never change, so each is read once.
  const definitions = new Map<string, FormDefinition | undefined>();
  const items = [];
  for (const { id, formId, formName, version, answers, at } of people) {
    const key = `${formId} ${version}`;
    if (!definitions.has(key)) {
      const row = await findVersion(ctx, formId, version);
      definitions.set(key, row && FormDefinition.parse(row.definition));
    }
    const definition = definitions.get(key);
    const lead = definition && leadOf(definition, new Map(Object.entries(answers)));
    items.push({
      id,
      formId,
      formName,
      firstName: lead?.firstName ?? null,
      lastName: lead?.lastName ?? null,
      email: lead?.email ?? null,
      createdAt: at.toISOString(),
    });
  }
  return { items, total: counted.total, since: counted.since?.toISOString() ?? null };
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
