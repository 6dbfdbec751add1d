import type { ImportCounts, ImportPlan } from '@waggle/contracts/imports';
import { type Context, inTransaction } from '#platform/context.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { createUuidV7 } from '#platform/uuid-v7.ts';
import { holdContacts } from '../../queries.ts';
import { contactsImported } from '../events.ts';
import * as imports from '../queries.ts';
import type { Batch } from '../rows/batches.ts';
import { addCounts, type Change, classify, type Met, type Verdict } from '../rows/classify.ts';
import { createTags } from '../rows/queries.ts';
import { suppressRows } from '../suppress.ts';
import * as queries from './queries.ts';

/** An import under way. */
export type Running = {
  importId: string;
  kind: string;
  clientId: string | null;
  plan: ImportPlan;
  limit: number | null;
  month: string;
  /** Of the organization; dates in the file that name no zone are meant in it. */
  timezone: string;
};

/** Ids known before the insert: a row, its tags and its activity are written without asking back. */
const newId = createUuidV7();

/** Somebody else goes on with this import, or stopped it. */
class TakenOver extends Error {
  override message = 'Another worker has this import, or it was stopped.';
}

/**
 * One bundle of rows, whole or not at all: contacts, tags, activity, errors, counts and the place in the file commit
 * together. A crash at any moment loses nothing and doubles nothing.
 */
export function applyBatch(ctx: Context, running: Running, batch: Batch): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await queries.commitInBackground(ctx);
    const counted = await holdContacts(ctx);
    const row = await imports.lockImport(ctx, running.importId);
    if (row?.state !== 'running' || Number(row.position) !== batch.from) throw new TakenOver();

    const counts =
      running.kind === 'suppressions'
        ? await applySuppressions(ctx, running, batch)
        : await applyContacts(ctx, running, batch, counted);
    await imports.advance(ctx, running.importId, {
      position: batch.to,
      counts: addCounts(row.counts as ImportCounts, counts),
    });
  });
}

async function applySuppressions(ctx: Context, running: Running, batch: Batch): Promise<ImportCounts> {
  const { counts } = await suppressRows(ctx, running, batch, true);
  await queries.insertErrors(ctx, running, batch.refused);
  return counts;
}

async function applyContacts(ctx: Context, running: Running, batch: Batch, counted: number): Promise<ImportCounts> {
  const { clientId, limit } = running;
  const there = await queries.holdTags(ctx, running.plan.tagIds);
  const plan = { ...running.plan, tagIds: running.plan.tagIds.filter((id) => there.has(id)) };
  const verdict = await classify(ctx, batch, {
    clientId,
    plan,
    limit,
    room: limit === null ? null : Math.max(0, limit - counted),
    tagsByName: (names) => createTags(ctx, clientId, names),
    hold: true,
  });
  await addPeople(ctx, running, verdict);
  await changePeople(ctx, running, verdict.met);
  await queries.insertErrors(ctx, running, verdict.refused);
  const { created, updated } = verdict.counts;
  if (created + updated > 0)
    await emit(ctx, contactsImported, {
      importId: running.importId,
      clientId,
      from: batch.from,
      to: batch.to,
      created,
      updated,
    });
  return verdict.counts;
}

async function addPeople(ctx: Context, running: Running, { created }: Verdict): Promise<void> {
  if (created.length === 0) return;
  const people = created.map((person) => ({ ...person, id: newId() }));
  const consent = running.plan.consent ?? (running.plan.basis === '' ? 'none' : 'granted');
  await queries.insertContacts(ctx, running, people, { status: running.plan.status, consent });
  const links = people.flatMap(({ id, tagIds, ready: { createdAt } }) =>
    tagIds.map((tagId) => ({ contactId: id, tagId, createdAt })),
  );
  await queries.insertTagLinks(ctx, running, links);
  await queries.insertImported(
    ctx,
    running,
    people.map(({ id }) => id),
  );
}

async function changePeople(ctx: Context, running: Running, met: Met[]): Promise<void> {
  const touched = met.filter(({ change, missingTags }) => change !== null || missingTags.length > 0);
  if (touched.length === 0) return;
  await queries.updateContacts(ctx, touched);
  const links = touched.flatMap(({ contact, missingTags }) =>
    missingTags.map((tagId) => ({ contactId: contact.id, tagId })),
  );
  await queries.addTagLinks(ctx, running, links);
  await queries.insertUpdated(ctx, running, touched.map(noteOf));
}

/** What was there before and what is there now, for the undo. */
function noteOf(met: Met): queries.Noted {
  const { contact, missingTags } = met;
  const was = met.change ? pairsOf(met.change, met) : {};
  const changed = Object.keys(was).filter((field) => field !== 'phone_e164');
  if (missingTags.length === 0) return { id: contact.id, changed, was };
  return { id: contact.id, changed: [...changed, 'tags'], was: { ...was, tags: missingTags } };
}

function pairsOf(change: Change, { contact, ready }: Met): Record<string, [unknown, unknown]> {
  const { firstName, lastName, phone, company, timeZone, attributes } = change;
  const own = Object.entries(attributes ?? {}).map(([key, after]) => [
    `attributes.${key}`,
    [contact.attributes[key] ?? null, after],
  ]);
  return {
    ...(firstName !== null && { first_name: [contact.first_name, firstName] }),
    ...(lastName !== null && { last_name: [contact.last_name, lastName] }),
    ...(phone !== null && { phone: [contact.phone, phone], phone_e164: [contact.phone_e164, ready.phoneE164] }),
    ...(company !== null && { company: [contact.company, company] }),
    ...(timeZone !== null && { time_zone: [contact.time_zone, timeZone] }),
    ...Object.fromEntries(own),
  };
}
