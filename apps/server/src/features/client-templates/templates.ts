import { type ClientTemplate, type CopyKind, mostClientTemplates } from '@waggle/contracts/client-templates';
import { findClientNames, requireAgency, requireClient } from '#features/accounts/index.ts';
import { sendingOfNewClient } from '#features/settings/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { countCopies } from './counts.ts';
import { type ClientTemplates, overAllClients } from './parts.ts';
import * as queries from './queries.ts';

export async function listTemplates(parts: ClientTemplates, ctx: Context) {
  await requireAgency(ctx);
  const all = overAllClients(parts, ctx);
  return {
    items: await presented(all, await queries.findTemplates(all)),
    sending: await sendingOfNewClient(parts.settings, all),
    looksUpWebsites: parts.lookUp !== null,
  };
}

export async function countClient(parts: ClientTemplates, ctx: Context, clientId: string) {
  const all = overAllClients(parts, ctx);
  await requireAgency(all);
  await requireClient(all, clientId);
  return (await countCopies(all, [clientId]))(clientId);
}

type Typed = { name: string; clientId: string; kinds: CopyKind[] };

export function createTemplate(parts: ClientTemplates, ctx: Context, { name, clientId, kinds }: Typed) {
  return inTransaction(overAllClients(parts, ctx), async (ctx) => {
    await requireAgency(ctx);
    await requireClient(ctx, clientId);
    await queries.lockTemplates(ctx);
    if ((await queries.countTemplates(ctx)) >= mostClientTemplates)
      throw new Problem(
        'quota_reached',
        `You have ${mostClientTemplates} client templates. Delete one you no longer use, then try again.`,
      );
    const row = await queries.insertTemplate(ctx, { name, client_id: clientId, kinds }).catch(onDuplicate(nameTaken));
    await ctx.audit?.(ctx, row.id);
    return presentedOne(ctx, row);
  });
}

type Change = { [Key in keyof Typed]?: Typed[Key] | undefined };

export function updateTemplate(parts: ClientTemplates, ctx: Context, templateId: string, typed: Change) {
  return inTransaction(overAllClients(parts, ctx), async (ctx) => {
    const { name, clientId, kinds } = typed;
    if (clientId !== undefined) await requireClient(ctx, clientId);
    const change = {
      ...(name !== undefined && { name }),
      ...(clientId !== undefined && { client_id: clientId }),
      ...(kinds !== undefined && { kinds }),
    };
    const row = await queries.updateTemplate(ctx, templateId, change).catch(onDuplicate(nameTaken));
    if (!row) throw notFound();
    await ctx.audit?.(ctx, row.id);
    return presentedOne(ctx, row);
  });
}

export async function deleteTemplate(ctx: Context, templateId: string): Promise<void> {
  if (!(await queries.deleteTemplate(ctx, templateId))) throw notFound();
}

async function presented(ctx: Context, rows: readonly queries.TemplateRow[]): Promise<ClientTemplate[]> {
  const clientIds = [...new Set(rows.map(({ client_id }) => client_id))];
  const [names, counts] = [await findClientNames(ctx, clientIds), await countCopies(ctx, clientIds)];
  return rows.map(({ id, name, client_id: clientId, kinds }) => ({
    id,
    name,
    clientId,
    clientName: names.get(clientId) ?? '',
    kinds: kinds as CopyKind[],
    counts: counts(clientId),
  }));
}

const presentedOne = async (ctx: Context, row: queries.TemplateRow): Promise<ClientTemplate> =>
  (await presented(ctx, [row]))[0]!;

function nameTaken(): Problem {
  const message = 'A client template with this name already exists.';
  return new Problem('already_exists', message, { fields: { name: message } });
}
