import { mostReportLinks, reportLinkDays, type ReportLink } from '@waggle/contracts/reports';
import type { Report } from '@waggle/email/report/report';
import { findClientNames } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { createUuidV7 } from '#platform/uuid-v7.ts';
import type { Reports } from '../parts.ts';
import * as queries from './queries.ts';
import { hashOf, tokenOf } from './token.ts';

export async function listLinks(ctx: Context): Promise<{ items: ReportLink[] }> {
  const rows = await queries.findLinks(ctx, mostReportLinks);
  const names = await findClientNames(ctx, [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))]);
  return {
    items: rows.map(({ id, client_id, report, is_test, created_at, expires_at }) => ({
      id,
      clientName: names.get(client_id ?? '') ?? null,
      frequency: report.frequency,
      period: report.period,
      isTest: is_test,
      createdAt: created_at.toISOString(),
      expiresAt: expires_at.toISOString(),
    })),
  };
}

export async function revokeLink(ctx: Context, id: string): Promise<void> {
  if (!(await queries.revokeLink(ctx, id))) throw notFound();
}

const nextId = createUuidV7();

type New = { clientId: string | null; scheduleId: string; report: Report; isTest: boolean };

/** The report as it is now, behind a link that ends. */
export async function createLink({ linkKeys }: Reports, ctx: Context, link: New) {
  const id = nextId();
  const token = tokenOf(await linkKeys.newest(), id);
  const expiresAt = new Date(ctx.now().getTime() + reportLinkDays * 86_400_000);
  await queries.insertLink(ctx, { ...link, id, tokenHash: hashOf(token), expiresAt });
  return { id, token, expiresAt };
}
