import { FormDefinition } from '@waggle/contracts/form-definition';
import { mostWaitingCounted } from '@waggle/contracts/form-submissions';
import { type Context, inTransaction } from '#platform/context.ts';
import { lockInbox } from '#platform/inbox/drain-queries.ts';
import { notFound } from '#platform/problem.ts';
import type { Forms } from '../parts.ts';
import { lockForm } from '../queries.ts';
import { findVersion } from '../versions/queries.ts';
import { countWaiting } from './figure-queries.ts';
import { findWaiting, nameContact, type WaitingRow } from './fill-in-queries.ts';
import { addContacts, outcomeOf, type Sent } from './record.ts';

/** Contacts made by one call: a transaction of a second or so. */
const most = 200;

/** Makes the contacts for which there was no place, oldest first, until the plan is full again. */
export const fillIn = (forms: Pick<Forms, 'limits'>, ctx: Context, formId: string) =>
  inTransaction(ctx, async (ctx) => {
    // As the drain does it: how many emails an address may get is counted under this lock.
    await lockInbox(ctx);
    const form = await lockForm(ctx, formId);
    if (!form) throw notFound();
    const waiting = await findWaiting(ctx, formId, most);
    const added = waiting.length === 0 ? [] : await addContacts(forms, ctx, await asSent(ctx, form, waiting));
    const found = added.filter(({ lead }) => outcomeOf(lead) !== 'over-limit');
    for (const { id, lead } of found)
      await nameContact(ctx, { id, form }, { contact_id: lead?.contactId ?? null, outcome: outcomeOf(lead) });
    const left = await countWaiting(ctx, formId, mostWaitingCounted);
    return { created: found.length, left, isFull: found.length < added.length };
  });

async function asSent(ctx: Context, form: Sent['form'], rows: readonly WaitingRow[]): Promise<Sent[]> {
  const definitions = new Map<number, FormDefinition>();
  for (const version of new Set(rows.map((row) => row.version))) {
    const row = await findVersion(ctx, form.id, version);
    if (row) definitions.set(version, FormDefinition.parse(row.definition));
  }
  return rows.flatMap(({ id, submitted_at: at, version, answers, ...row }) => {
    const definition = definitions.get(version);
    const said = new Map(Object.entries(answers as Record<string, string | true>));
    const [label, way] = [row.label ?? 'unsure', row.way ?? 'page'];
    const signals = { address: '' };
    const sent = { id, at, form, version, answers: said, label, way, touch: touchOf(row), signals, isQuiet: false };
    return definition ? [{ ...sent, definition }] : [];
  });
}

type Touched = Pick<WaitingRow, 'touch_kind' | 'touch_id' | 'touch_subject_id' | 'touch_at'>;

const touchOf = ({ touch_kind, touch_id, touch_subject_id, touch_at }: Touched): Sent['touch'] =>
  touch_kind === null || touch_id === null || touch_subject_id === null || touch_at === null
    ? undefined
    : {
        kind: touch_kind === 'scan' ? 'scan' : 'click',
        id: touch_id,
        subjectId: touch_subject_id,
        at: touch_at.getTime(),
      };
