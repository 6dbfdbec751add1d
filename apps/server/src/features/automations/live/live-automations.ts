import type { Program } from '@waggle/automations/program';
import type { AutomationDocument } from '@waggle/contracts/automation-document';
import { createBoundedCache } from '#platform/bounded-cache.ts';
import type { Context } from '#platform/context.ts';
import { perDatabase } from '#platform/database/per-database.ts';
import * as queries from './queries.ts';

export type Version = { document: AutomationDocument; program: Program };

/** Versions a process remembers. Most are a few kB, the largest a hundred. */
const mostKept = 2_000;
const keptOf = perDatabase(() => createBoundedCache<Version>(mostKept));

/** What was published under a number. It never changes, so it is read once. */
export async function versionOf(ctx: Context, automationId: string, version: number): Promise<Version> {
  const kept = keptOf(ctx.db);
  const key = `${ctx.organizationId}/${automationId}/${version}`;
  const known = kept.get(key);
  if (known) return known;
  const found = await queries.findVersion(ctx, automationId, version);
  if (!found) throw new Error(`The automation ${automationId} has no version ${version}.`);
  const read = found as Version;
  kept.set(key, read);
  return read;
}

/** Versions that may have people inside. */
export async function versionsInside(ctx: Context): Promise<(queries.InsideRow & Version)[]> {
  const inside = [];
  for (const row of await queries.findInside(ctx))
    inside.push({ ...row, ...(await versionOf(ctx, row.automationId, row.version)) });
  return inside;
}
