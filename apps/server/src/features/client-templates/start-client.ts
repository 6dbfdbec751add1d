import type { CopyCounts, CopyKind, LeftOut } from '@waggle/contracts/client-templates';
import type { Client } from '@waggle/contracts/clients';
import { createClient, presentClient, requireAgency, requireClient, startBrand } from '#features/accounts/index.ts';
import { type ClientSender, giveSender } from '#features/settings/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { blankLook, planCopy, writeCopy } from './copy.ts';
import { nothing } from './counts.ts';
import { type ClientTemplates, overAllClients } from './parts.ts';
import * as queries from './queries.ts';

type Typed = {
  name: string;
  email: string | null;
  website: string;
  templateId: string | null;
  fromClientId: string | null;
  kinds: CopyKind[];
  accent: string | null;
  postalAddress: string;
  attempt: string;
};

type Outcome = { copied: CopyCounts; leftOut: LeftOut[]; sender: ClientSender | null };
type Started = Outcome & { client: Client };

/** A client with all that it begins with, or nothing at all. A try that was answered before gets the same answer again. */
export async function startClient(parts: ClientTemplates, ctx: Context, typed: Typed): Promise<Started> {
  const all = overAllClients(parts, ctx);
  await requireAgency(all);
  const from = await sourceOf(all, typed);
  const earlier = await startedBefore(all, typed.attempt);
  if (earlier) return earlier;
  const plan = from === null ? null : await planCopy(all, { from, kinds: typed.kinds }, typed);

  return inTransaction(all, async (ctx) => {
    await queries.lockAttempt(ctx, typed.attempt);
    const meanwhile = await startedBefore(ctx, typed.attempt);
    if (meanwhile) return meanwhile;
    const { name, email, website, postalAddress, attempt } = typed;
    const client = await createClient(ctx, { name, email });
    await startBrand(ctx, client.id, { look: plan?.look ?? blankLook(typed), website, postalAddress });
    const copy = plan ? await writeCopy(ctx, client.id, plan) : { copied: nothing(), leftOut: [] };
    const sender = await giveSender(ctx, { clientId: client.id, name, replyTo: email });
    const outcome: Outcome = { ...copy, sender };
    await queries.insertStart(ctx, { client_id: client.id, attempt, outcome });
    await ctx.audit?.(ctx, client.id);
    return { client: presentClient(client), ...outcome };
  });
}

/** Whose things are copied; null is nobody. */
async function sourceOf(ctx: Context, { templateId, fromClientId }: Typed): Promise<string | null> {
  const template = templateId === null ? null : await queries.findTemplate(ctx, templateId);
  if (template === undefined) throw notFound();
  const client = fromClientId === null ? null : await requireClient(ctx, fromClientId);
  if (template && client) {
    const message = 'Choose a template or a client to copy.';
    throw new Problem('invalid_input', message, { fields: { fromClientId: message } });
  }
  return template?.client_id ?? client?.id ?? null;
}

async function startedBefore(ctx: Context, attempt: string): Promise<Started | undefined> {
  const start = await queries.findStart(ctx, attempt);
  if (!start) return undefined;
  const client = await requireClient(ctx, start.client_id);
  return { client: presentClient(client), ...(start.outcome as unknown as Outcome) };
}
