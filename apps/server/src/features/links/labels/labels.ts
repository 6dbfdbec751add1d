import { mostLabels } from '@waggle/contracts/qr-labels';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { refuseBelowPlan } from '../plan.ts';
import * as queries from './queries.ts';

export const listLabels = async (ctx: Context) => ({ items: await queries.findLabels(ctx) });

/** As they are spelled on other codes of the client, each once, in the order of the alphabet. */
export async function labelsFor(ctx: Context, clientId: string | null, typed: readonly string[]): Promise<string[]> {
  if (typed.length === 0) return [];
  const spellings = await queries.findSpellings(ctx, clientId, typed);
  const labels = new Map<string, string>();
  for (const label of typed) {
    const key = label.toLowerCase();
    if (!labels.has(key)) labels.set(key, spellings.get(key) ?? label);
  }
  return inOrder([...labels.values()]);
}

export async function changeLabel(ctx: Context, { name, to }: { name: string; to: string | null }) {
  await refuseBelowPlan(ctx);
  const codes = await queries.replaceLabel(ctx, { label: name, to });
  if (codes === 0) throw notFound();
  return { codes };
}

type Assigned = { qrCodeIds: string[]; label: string; on: boolean };

export async function assignLabel(ctx: Context, { qrCodeIds, label, on }: Assigned): Promise<{ codes: number }> {
  await refuseBelowPlan(ctx);
  return inTransaction(ctx, async (ctx) => {
    const codes = await queries.lockLabelled(ctx, qrCodeIds);
    if (codes.length < new Set(qrCodeIds).size) throw notFound();
    if (!on) return { codes: await queries.removeLabel(ctx, { ids: qrCodeIds, label }) };
    if (codes.some((code) => code.labels.length >= mostLabels && !has(code, label))) throw tooMany();
    let changed = 0;
    for (const [clientId, ids] of byClient(codes)) {
      const [spelled = label] = await labelsFor(ctx, clientId, [label]);
      changed += await queries.addLabel(ctx, { ids, label: spelled });
    }
    return { codes: changed };
  });
}

const has = ({ labels }: queries.Labelled, label: string): boolean =>
  labels.some((one) => one.toLowerCase() === label.toLowerCase());

function byClient(codes: readonly queries.Labelled[]): Map<string | null, string[]> {
  const ids = new Map<string | null, string[]>();
  for (const { id, client_id } of codes) ids.set(client_id, [...(ids.get(client_id) ?? []), id]);
  return ids;
}

const tooMany = () => {
  const message = 'A QR code can have up to 10 labels';
  return new Problem('invalid_input', message, { fields: { label: message } });
};

export const inOrder = (labels: string[]): string[] =>
  labels.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
