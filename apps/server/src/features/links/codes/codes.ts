import { refuseWhileRunning, type RunningParts } from '#features/contacts/index.ts';
import { deleteFigures } from '#features/engagement/index.ts';
import { QrDesign } from '@waggle/contracts/qr-design';
import { clientOfNew } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { notFound } from '#platform/problem.ts';
import { logoFor } from '../images/logos.ts';
import { labelsFor } from '../labels/labels.ts';
import { refuseBelowPlan } from '../plan.ts';
import { scanStats, trendsOf } from '../scans/stats.ts';
import { newShortCode } from '../short-code.ts';
import { exampleUrl, type Links } from '../short-url.ts';
import { checkDesign } from './design.ts';
import { missingTarget, refuseDeletedForm, requireForm, targetForm } from './target-form.ts';
import * as queries from './queries.ts';

type Period = Parameters<typeof scanStats>[1]['period'];
export type CodeWithTrend = queries.CodeRow & { trend: number[] };

export async function listCodes(ctx: Context, question: Parameters<typeof queries.findCodes>[1]) {
  if (question.formId !== undefined) await requireForm(ctx, question.formId);
  const { items, ...rest } = await queries.findCodes(ctx, question);
  return { items: await withTrends(ctx, items), ...rest };
}

export async function readCode(ctx: Context, qrCodeId: string): Promise<CodeWithTrend> {
  return withTrend(ctx, await queries.requireCode(ctx, qrCodeId));
}

type Typed = {
  name: string;
  targetUrl?: string | undefined;
  formId?: string | undefined;
  design?: QrDesign | undefined;
  labels?: string[] | undefined;
};

type New = Typed & { clientId?: string | null | undefined };

export async function createCode(ctx: Context, links: Links, typed: New): Promise<CodeWithTrend> {
  await refuseBelowPlan(ctx);
  const design = typed.design ?? QrDesign.parse({});
  await checkDesign(ctx, design, exampleUrl(ctx, links, typed.clientId));
  return inTransaction(ctx, async (ctx) => {
    const { clientId, ...target } = await targetOfNew(ctx, links, typed);
    const claimed = await claim(ctx, links.cell, { clientId, targetUrl: target.target_url });
    const fields = {
      ...claimed,
      client_id: clientId,
      name: typed.name,
      ...target,
      labels: await labelsFor(ctx, clientId, typed.labels ?? []),
    };
    const logoId = await logoFor(ctx, design.logoId, clientId);
    const code = await queries.insertCode(ctx, fields, { ...design, logoId });
    await queries.noteTarget(ctx, code);
    await ctx.audit?.(ctx, code.id);
    return withTrend(ctx, code);
  });
}

/** A code of a form belongs to whom the form does. */
async function targetOfNew(ctx: Context, links: Links, { targetUrl, formId, clientId }: New) {
  if (formId !== undefined) return targetForm(ctx, links, formId, clientId);
  if (targetUrl === undefined) throw missingTarget();
  return { target_url: targetUrl, form_id: null, clientId: await clientOfNew(ctx, clientId) };
}

/** Of 10^14 codes one is taken already once in a lifetime; three in a row mean that the dice are broken. */
const mostTries = 3;

async function claim(ctx: Context, cell: number, link: { clientId: string | null; targetUrl: string }) {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const shortCode = newShortCode(cell);
    const claimed = await queries.claimShortCode(ctx, { ...link, shortCode });
    if (claimed) return { id: claimed.id, short_code: shortCode };
  }
  throw new Error(`No short code was free in ${mostTries} tries.`);
}

type Change = { [Key in keyof Typed]?: Typed[Key] | undefined } & { isActive?: boolean | undefined };

export async function updateCode(
  ctx: Context,
  links: Links,
  { qrCodeId, ...typed }: Change & { qrCodeId: string },
): Promise<CodeWithTrend> {
  await refuseBelowPlan(ctx);
  const { short_code, client_id: clientId } = await queries.requireCode(ctx, qrCodeId);
  // Takes longer than a row may be held, so it comes before the row is.
  if (typed.design) await checkDesign(ctx, typed.design, links.shortUrl(short_code, clientId));
  return inTransaction(ctx, async (ctx) => {
    const before = await queries.lockCode(ctx, qrCodeId);
    if (!before) throw notFound();
    const change = await changeOf(ctx, links, typed, before);
    if (change.is_active && !before.is_active && change.target_url === undefined)
      await refuseDeletedForm(ctx, links, before.target_url);
    const code = await queries.updateCode(ctx, qrCodeId, change);
    if (!code) throw notFound();
    const { target_url, is_active } = code;
    if (target_url !== before.target_url || is_active !== before.is_active)
      await queries.publishTarget(ctx, { short_code, target_url, is_active });
    if (target_url !== before.target_url) await queries.noteTarget(ctx, code);
    await ctx.audit?.(ctx);
    return withTrend(ctx, code);
  });
}

async function changeOf(
  ctx: Context,
  links: Links,
  typed: Change,
  { client_id: clientId }: queries.CodeRow,
): Promise<queries.CodeChange> {
  const { name, isActive, design, labels } = typed;
  return {
    ...(name === undefined ? {} : { name }),
    ...(await changedTarget(ctx, links, typed, clientId)),
    ...(isActive === undefined ? {} : { is_active: isActive }),
    ...(labels === undefined ? {} : { labels: await labelsFor(ctx, clientId, labels) }),
    ...(design === undefined ? {} : { design: { ...design, logoId: await logoFor(ctx, design.logoId, clientId) } }),
  };
}

async function changedTarget(ctx: Context, links: Links, { targetUrl, formId }: Change, clientId: string | null) {
  if (formId === undefined) return targetUrl === undefined ? {} : { target_url: targetUrl, form_id: null };
  const { clientId: _same, ...target } = await targetForm(ctx, links, formId, clientId);
  return target;
}

/** The short code stays behind, leading nowhere: paper that carries it must never lead to somebody else. */
export async function deleteCode(parts: RunningParts, ctx: Context, qrCodeId: string): Promise<void> {
  await refuseWhileRunning(parts, ctx, { kind: 'qr_codes', id: qrCodeId });
  // A code that was scanned a million times takes its scans along.
  await withStatementTimeout(ctx, 60, async (ctx) => {
    const gone = await queries.deleteCode(ctx, qrCodeId);
    if (!gone) throw notFound();
    await queries.publishTarget(ctx, { ...gone, target_url: null, is_active: false });
    await deleteFigures(ctx, qrCodeId);
  });
}

/** As many changes as anybody will read. */
const targetsShown = 100;

export async function listTargets(ctx: Context, qrCodeId: string) {
  await queries.requireCode(ctx, qrCodeId);
  return queries.findTargets(ctx, qrCodeId, targetsShown);
}

type AskedStats = { qrCodeId: string; period: Period; locates: boolean };

export async function readStats(ctx: Context, { qrCodeId, ...asked }: AskedStats) {
  await queries.requireCode(ctx, qrCodeId);
  return scanStats(ctx, { subjectId: qrCodeId, ...asked });
}

async function withTrends<Row extends queries.CodeRow>(ctx: Context, codes: Row[]) {
  if (codes.length === 0) return [];
  const trends = await trendsOf(
    ctx,
    codes.map(({ id }) => id),
  );
  return codes.map((code) => ({ ...code, trend: trends.get(code.id) ?? [] }));
}

const withTrend = async (ctx: Context, code: queries.CodeRow): Promise<CodeWithTrend> =>
  (await withTrends(ctx, [code]))[0]!;
