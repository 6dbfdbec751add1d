import { type Context, inTransaction } from '#platform/context.ts';
import { emit, emitMany } from '#platform/outbox/outbox.ts';
import { contactDeleted, contactsDeleted } from '../events.ts';
import { contactLimit } from '../plan.ts';
import { holdContacts } from '../queries.ts';
import { holdTag } from '../tags/queries.ts';
import type { BatchParts, Entrance } from './entrance.ts';
import { addLeftOut, type LeftOutSoFar } from './entry-answer.ts';
import * as forward from './forward.sql.ts';
import { advance, type BatchRow, lockBatch, narrowTo } from './queries.ts';
import * as back from './undo.sql.ts';
import { reinstateMany, withdrawMany } from './withdraw.ts';

/** Contacts of one step, and of a batch that is done within its request. */
export const stepSize = 2_000;

type Params = { tagId?: string; status?: string; automationId?: string };
const none: BatchParts = { entrances: [] };
type Touched = { id: string; client_id: string | null };

/**
 * One step of a batch, forwards or back; answers whether there is more to do. All it needs to know stands in the row,
 * which it holds: a step that was lost is done again, a step that was done is never repeated.
 */
export function runBatchStep(ctx: Context, batchId: string, { entrances }: BatchParts = none): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    // Before the batch's own row, like everybody who adds, revives or suppresses.
    await holdContacts(ctx);
    const batch = await lockBatch(ctx, batchId);
    if (!batch) return false;
    if (batch.client_id !== null) await narrowTo(ctx, batch.client_id);
    if (batch.state === 'running')
      return batch.action === 'enter' ? stepIn(entrances[0]!, ctx, batch) : stepForward(ctx, batch);
    return batch.state === 'undoing' && stepBack(ctx, batch);
  });
}

async function stepForward(ctx: Context, batch: BatchRow): Promise<boolean> {
  const params = batch.params as Params;
  // The tag before the contacts, in the order of everybody who tags.
  if (params.tagId !== undefined) await holdTag(ctx, params.tagId);
  const contacts = await next(ctx, batch, { hold: true });
  const ids = new Set(contacts.length > 0 ? (await apply(ctx, batch, contacts)).map(({ id }) => id) : []);
  const changed = contacts.filter(({ id }) => ids.has(id));

  if (changed.length > 0) {
    const note = noteOf(batch);
    if (note) await forward.noteActivity(ctx, changed, note);
    else await tellDeleted(ctx, batch, changed);
  }
  const more = contacts.length === stepSize;
  const lastId = contacts.at(-1)?.id ?? batch.last_id;
  await advance(ctx, batch.id, {
    seen: contacts.length,
    changed: changed.length,
    lastId,
    done: more ? null : 'done',
  });
  return more;
}

const next = (ctx: Context, { target, last_id }: BatchRow, { hold }: { hold: boolean }) =>
  forward.visit(ctx, { target: target as forward.Target, lastId: last_id, most: stepSize, hold });

/** The contacts stay as they are, so nobody waits for them; who is let in is decided by rows of automations. */
async function stepIn(entrance: Entrance, ctx: Context, batch: BatchRow): Promise<boolean> {
  const { automationId = '' } = batch.params as Params;
  const contactIds = (await next(ctx, batch, { hold: false })).map(({ id }) => id);
  const { entered, leftOut } = await entrance.letIn(ctx, automationId, contactIds);
  const more = contactIds.length === stepSize;
  await advance(ctx, batch.id, {
    seen: contactIds.length,
    changed: entered.length,
    leftOut: addLeftOut(batch.left_out as LeftOutSoFar | null, leftOut),
    lastId: contactIds.at(-1) ?? batch.last_id,
    done: more ? null : 'done',
  });
  return more;
}

async function apply(ctx: Context, batch: BatchRow, contacts: forward.Visited[]): Promise<{ id: string }[]> {
  const { tagId = '', status = '' } = batch.params as Params;
  if (batch.action === 'tag') return forward.tagMany(ctx, batch, contacts, tagId);
  if (batch.action === 'untag') return forward.untagMany(ctx, batch, contacts, tagId);
  if (batch.action === 'delete') return forward.deleteMany(ctx, batch, contacts);

  const moved = await forward.setStatus(ctx, batch, contacts, status);
  const ids = new Set(moved.map(({ id }) => id));
  if (status === 'unsubscribed')
    await withdrawMany(
      ctx,
      contacts.filter(({ id }) => ids.has(id)),
      batch.id,
    );
  return moved;
}

async function stepBack(ctx: Context, batch: BatchRow): Promise<boolean> {
  const changes = await back.nextChanges(ctx, batch, stepSize);
  const restored = changes.length > 0 ? await reverse(ctx, batch, changes) : [];

  if (restored.length > 0) {
    const note = noteOf(batch, true);
    if (note) await forward.noteActivity(ctx, restored, note);
  }
  const more = changes.length === stepSize;
  const lastId = changes.at(-1)?.id ?? batch.last_id;
  await advance(ctx, batch.id, { restored: restored.length, lastId, done: more ? null : 'undone' });
  return more;
}

async function reverse(ctx: Context, batch: BatchRow, changes: back.Change[]): Promise<Touched[]> {
  const { tagId = '', status } = batch.params as Params;
  if (batch.action === 'delete') return back.restoreContacts(ctx, batch, changes, await room(ctx));
  // A tag deleted meanwhile has taken its links along: nothing to reverse.
  if (tagId !== '' && !(await holdTag(ctx, tagId))) return [];
  await back.holdThem(ctx, changes);
  if (batch.action === 'tag') return back.untagAgain(ctx, batch, changes, tagId);
  if (batch.action === 'untag') return back.tagAgain(ctx, changes, tagId);
  // Active and lead count alike; only who was made unsubscribed takes a place again.
  const places = status === 'unsubscribed' ? await room(ctx) : null;
  return reinstateMany(ctx, changes, batch.id, () => back.restoreStatus(ctx, batch, changes, places));
}

/** Contacts the plan still takes; null is without limit. */
async function room(ctx: Context): Promise<number | null> {
  const limit = await contactLimit(ctx);
  return limit === null ? null : Math.max(0, limit - (await holdContacts(ctx)));
}

/** What the timeline of each contact says; a deleted one has none. */
function noteOf({ id, action, params }: BatchRow, undone = false) {
  const { tagId = null, status } = params as Params;
  const data = { batchId: id, ...(undone ? { undone } : {}) };
  if (action === 'tag' || action === 'untag')
    return { type: (action === 'tag') === undone ? 'tag.removed' : 'tag.added', refId: tagId, data };
  if (action === 'status')
    return {
      type: 'contact.updated',
      refId: null,
      data: { ...data, changed: ['status'], ...(undone ? {} : { status }) },
    };
  return undone ? { type: 'contact.restored', refId: null, data } : null;
}

/** One event for each contact of a small batch; of a large one listeners hear how many a step deleted. */
const tellDeleted = (ctx: Context, batch: BatchRow, deleted: Touched[]): Promise<void> =>
  Number(batch.total) > stepSize
    ? emit(ctx, contactsDeleted, { batchId: batch.id, contacts: deleted.length })
    : emitMany(
        ctx,
        contactDeleted,
        deleted.map(({ id, client_id }) => ({ contactId: id, clientId: client_id })),
      );
