import type { ContactActivity } from '@waggle/contracts/contacts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { findContact } from '../queries.ts';
import {
  type ActivityRow,
  clickedLinks,
  findActivity,
  findStatedConsents,
  namesOf,
  peopleNames,
  type StatedInFile,
} from './queries.ts';

export async function listActivity(
  ctx: Context,
  contactId: string,
  question: { cursor?: string | undefined; limit: number },
) {
  if (!(await findContact(ctx, contactId))) throw notFound();
  const { items, nextCursor } = await findActivity(ctx, contactId, question);
  const stated = await findStatedConsents(
    ctx,
    items.flatMap(({ type, ref_id }) => (type === 'contact.imported' && ref_id ? [ref_id] : [])),
  );
  const names = await namesOf(ctx, [...new Set(items.flatMap(({ ref_id }) => ref_id ?? []))]);
  const people = await peopleNames(ctx, [...new Set(items.flatMap((row) => doerOf(row) ?? []))]);
  const links = await clickedLinks(ctx, items.filter(isClick).map(clickOf));
  const whole = items.map((row) => ({
    ...row,
    data: { ...saidBy(row, stated), ...followed(row, links), ...(row.data as object) },
  }));
  return { items: whole.map((row) => present(row, names, people)), nextCursor };
}

/** An import says once for its whole file what its people agreed to. */
const saidBy = ({ type, ref_id }: ActivityRow, stated: Map<string, StatedInFile>): Partial<StatedInFile> =>
  type === 'contact.imported' ? (stated.get(ref_id ?? '') ?? {}) : {};

const isClick = ({ type, ref_id }: ActivityRow) => type === 'email.clicked' && ref_id !== null;
const clickOf = ({ ref_id, data }: ActivityRow) => ({
  campaignId: ref_id!,
  linkNo: (data as { linkNo?: number } | null)?.linkNo ?? null,
});

/** Where the link of a click leads, as it stood in the email. */
function followed(row: ActivityRow, links: Map<string, string>): { url?: string } {
  const { campaignId, linkNo } = clickOf(row);
  const url = isClick(row) ? links.get(`${campaignId} ${linkNo}`) : undefined;
  return url === undefined ? {} : { url };
}

const doerOf = ({ data }: ActivityRow) => (data as { by?: string } | null)?.by;

function present(row: ActivityRow, names: Map<string, string>, people: Map<string, string>): ContactActivity {
  const { id, type, happened_at, ref_id, data } = row;
  const name = ref_id === null ? undefined : names.get(ref_id);
  return {
    id,
    type,
    happenedAt: happened_at.toISOString(),
    subject: ref_id === null || name === undefined ? null : { id: ref_id, name },
    by: people.get(doerOf(row) ?? '') ?? null,
    data: (data ?? {}) as Record<string, unknown>,
  };
}
