import { compareDocuments } from '@waggle/automations/compare';
import { AutomationDocument, stepsOf } from '@waggle/contracts/automation-document';
import type * as contract from '@waggle/contracts/automation-versions';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { findPeopleNames } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { requireAutomation } from '../drafts.ts';
import { countHere } from '../figures/queries.ts';
import type { AutomationRow } from '../queries.ts';
import { differingEmails, draftEmails, EmailsOf, frozenEmails, type Said, withEmails } from './compare-emails.ts';
import * as queries from './queries.ts';

type Listed = ReplyOf<typeof contract.listAutomationVersions>;
type Version = Listed['items'][number];

export async function listVersions(
  ctx: Context,
  automationId: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<Listed> {
  const automation = await requireAutomation(ctx, automationId);
  // One more than is shown: the last of the page is compared with it.
  const rows = await queries.findPage(ctx, automationId, { before, limit: limit + 1 });
  const said = rows.map((row) => saidBy(automationId, row));
  const pairs = said.slice(1).map((earlier, at) => [earlier, said[at]!] as const);
  const emails = await EmailsOf.read(
    ctx,
    pairs.flatMap((pair) => [...differingEmails(...pair)]),
  );
  const known = await knownOf(ctx, automation, rows);
  return {
    items: rows.slice(0, limit).map((row, at) => ({
      ...present(row, said[at]!, known),
      changes: pairs[at] ? changesBetween(...pairs[at], emails) : null,
    })),
    nextBefore: rows.length > limit ? rows[limit - 1]!.version : null,
  };
}

type Named = { automationId: string; version: number };

export async function readVersion(
  ctx: Context,
  { automationId, version }: Named,
): Promise<ReplyOf<typeof contract.readAutomationVersion>> {
  const automation = await requireAutomation(ctx, automationId);
  const row = await requireVersion(ctx, { automationId, version });
  const said = saidBy(automationId, row);
  const emails = await EmailsOf.read(ctx, said.emails.values());
  const known = await knownOf(ctx, automation, [row]);
  return { ...present(row, said, known), document: said.document, emails: emails.subjects(said.emails) };
}

type Asked = { automationId: string; from: number; to?: number | undefined };

/** Without `to`, a version and the draft. */
export async function compareVersions(
  ctx: Context,
  { automationId, from, to }: Asked,
): Promise<contract.AutomationComparison> {
  const automation = await requireAutomation(ctx, automationId);
  const before = saidBy(automationId, await requireVersion(ctx, { automationId, version: from }));
  const after =
    to === undefined
      ? draftOf(automation)
      : saidBy(automationId, await requireVersion(ctx, { automationId, version: to }));
  const emails = await EmailsOf.read(ctx, [...before.emails.values(), ...after.emails.values()]);
  const { parts, steps } = compareDocuments(before.document, after.document);
  const side = (version: number | null, said: Said) => ({
    version,
    document: said.document,
    emails: emails.subjects(said.emails),
  });
  return {
    from: side(from, before),
    to: side(to ?? null, after),
    parts,
    steps: withEmails(steps, before, after, emails),
  };
}

export async function requireVersion(ctx: Context, { automationId, version }: Named): Promise<queries.VersionRow> {
  const row = await queries.findOne(ctx, automationId, version);
  if (!row) throw notFound();
  return row;
}

/** Parsed, so that one that was written before a step had all its parts compares with one written today. */
const saidBy = (automationId: string, { document, emails }: queries.VersionRow): Said => ({
  document: AutomationDocument.parse(document),
  emails: frozenEmails(automationId, emails),
});

function draftOf({ id, draft }: AutomationRow): Said {
  const document = AutomationDocument.parse(draft);
  return { document, emails: draftEmails(id, document) };
}

function changesBetween(before: Said, after: Said, emails: EmailsOf): NonNullable<Version['changes']> {
  const { parts, steps: documents } = compareDocuments(before.document, after.document);
  const steps = withEmails(documents, before, after, emails);
  const count = (change: string) => steps.filter((step) => step.change === change).length;
  return {
    added: count('added'),
    removed: count('removed'),
    moved: steps.filter(({ isMoved }) => isMoved).length,
    changed: count('changed'),
    parts,
  };
}

type Known = {
  live: number | null;
  names: Awaited<ReturnType<typeof findPeopleNames>>;
  inside: ReadonlyMap<number, number>;
};

async function knownOf(ctx: Context, automation: AutomationRow, rows: readonly queries.VersionRow[]): Promise<Known> {
  const names = await findPeopleNames(
    ctx,
    rows.map(({ publishedBy }) => publishedBy),
  );
  const inside = new Map<number, number>();
  for (const { version, here } of await countHere(ctx, automation.id))
    inside.set(version, (inside.get(version) ?? 0) + here);
  return { live: automation.live_version, names, inside };
}

const present = (row: queries.VersionRow, { document }: Said, { live, names, inside }: Known) => ({
  version: row.version,
  publishedAt: row.publishedAt.toISOString(),
  publishedBy: names.get(row.publishedBy) ?? null,
  isLive: row.version === live,
  inside: inside.get(row.version) ?? 0,
  steps: [...stepsOf(document.steps)].length,
});
