import { type ContactViewState, mostContactViews } from '@waggle/contracts/contact-views';
import { person } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { checkRules } from '../segments/check-rules.ts';
import { findSegment } from '../segments/queries.ts';
import * as queries from './queries.ts';

export const listViews = (ctx: Context): Promise<queries.ViewRow[]> => queries.findViews(ctx, person(ctx).userId);

type Typed = { name: string; shared: boolean; state: ContactViewState };

export async function createView(ctx: Context, { name, shared, state }: Typed): Promise<queries.ViewRow> {
  await refuseUnknown(ctx, state);
  const ownerId = shared ? null : person(ctx).userId;
  return inTransaction(ctx, async (ctx) => {
    await refuseTooMany(ctx, ownerId, activeClient(ctx));
    return queries.insertView(ctx, { name, ownerId, state }).catch(onDuplicate(nameTaken));
  });
}

type Change = { name?: string | undefined; shared?: true | undefined; state?: ContactViewState | undefined };

export async function updateView(ctx: Context, viewId: string, typed: Change): Promise<queries.ViewRow> {
  const { name, shared, state } = typed;
  if (state) await refuseUnknown(ctx, state);
  return inTransaction(ctx, async (ctx) => {
    const view = await requireView(ctx, viewId);
    const becomesShared = shared === true && view.owner_id !== null;
    if (becomesShared) await refuseTooMany(ctx, null, view.client_id);
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(becomesShared && { owner_id: null }),
      ...(state === undefined ? {} : { state: JSON.stringify(state) }),
    };
    return queries.updateView(ctx, viewId, change).catch(onDuplicate(nameTaken));
  });
}

export const deleteView = (ctx: Context, viewId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await requireView(ctx, viewId);
    await queries.deleteView(ctx, viewId);
  });

/** A shared view is the team's: whoever may change contacts may change it. */
async function requireView(ctx: Context, viewId: string): Promise<queries.ViewRow> {
  const view = await queries.findView(ctx, person(ctx).userId, viewId);
  if (!view) throw notFound();
  return view;
}

/** Ids of rows out of sight are unknown ones. */
async function refuseUnknown(ctx: Context, { rules, segmentId }: ContactViewState): Promise<void> {
  if (rules) await checkRules(ctx, rules);
  if (segmentId !== undefined && !(await findSegment(ctx, segmentId))) throw notFound();
}

async function refuseTooMany(ctx: Context, ownerId: string | null, clientId: string | null): Promise<void> {
  await queries.holdViews(ctx);
  if ((await queries.countViews(ctx, ownerId, clientId)) < mostContactViews) return;
  throw new Problem('quota_reached', `There's room for ${mostContactViews} views. Delete one, then try again.`);
}

function nameTaken(): Problem {
  const message = 'A view with this name already exists.';
  return new Problem('already_exists', message, { fields: { name: message } });
}
