import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { findDomainNamed, findDomainStates } from '../domains/queries.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import * as queries from './queries.ts';

/** One list shows them all. */
export const mostSenders = 200;

export type ReadySender = { sender: queries.SenderRow; isReady: boolean };
type Typed = { fromName: string; fromEmail: string; replyTo: string | null; isDefault: boolean };

export async function listSenders(settings: Settings, ctx: Context): Promise<ReadySender[]> {
  return withReadiness(settings, ctx, await queries.findSenders(ctx, mostSenders));
}

export async function createSender(settings: Settings, ctx: Context, typed: Typed): Promise<ReadySender> {
  const domain = await requireDomain(settings, ctx, typed.fromEmail, activeClient(ctx));
  if ((await queries.countSenders(wholeOrganization(settings, ctx))) >= mostSenders)
    throw new Problem('plan_limit', `You can add up to ${mostSenders} senders.`);

  // Looking at all clients, a sender belongs to whom its domain belongs.
  const clientId = activeClient(ctx) ?? domain.client_id;
  const sender = await inTransaction(ctx, async (ctx) => {
    if (typed.isDefault) await queries.clearDefault(ctx, clientId);
    const sender = await queries
      .insertSender(ctx, {
        client_id: clientId,
        domain_id: domain.id,
        from_name: typed.fromName,
        from_email: typed.fromEmail,
        reply_to: typed.replyTo,
        is_default: typed.isDefault,
      })
      .catch(onDuplicate(exists));
    await ctx.audit?.(ctx, sender.id);
    return sender;
  });
  return { sender, isReady: domain.state === 'verified' };
}

export async function updateSender(
  settings: Settings,
  ctx: Context,
  senderId: string,
  typed: { [Key in keyof Typed]?: Typed[Key] | undefined },
): Promise<ReadySender> {
  const before = await queries.findSender(ctx, senderId);
  if (!before) throw notFound();
  const { fromName, fromEmail, replyTo, isDefault } = typed;
  const domain = fromEmail === undefined ? null : await requireDomain(settings, ctx, fromEmail, before.client_id);
  const changed = await inTransaction(ctx, async (ctx) => {
    if (isDefault) await queries.clearDefault(ctx, before.client_id);
    const sender = await queries
      .updateSender(ctx, senderId, {
        ...(fromName === undefined ? {} : { from_name: fromName }),
        ...(fromEmail === undefined || !domain ? {} : { from_email: fromEmail, domain_id: domain.id }),
        ...(fromEmail === undefined || fromEmail === before.from_email ? {} : { tested_at: null }),
        ...(replyTo === undefined ? {} : { reply_to: replyTo }),
        ...(isDefault === undefined ? {} : { is_default: isDefault }),
      })
      .catch(onDuplicate(exists));
    await ctx.audit?.(ctx);
    return sender;
  });
  if (!changed) throw notFound();
  const [ready] = await withReadiness(settings, ctx, [changed]);
  return ready ?? { sender: changed, isReady: false };
}

export async function deleteSender(ctx: Context, senderId: string): Promise<void> {
  if (!(await queries.deleteSender(ctx, senderId))) throw notFound();
}

async function withReadiness(settings: Settings, ctx: Context, senders: queries.SenderRow[]): Promise<ReadySender[]> {
  const ids = [...new Set(senders.map(({ domain_id }) => domain_id))];
  const states = new Map(
    (await findDomainStates(wholeOrganization(settings, ctx), ids)).map(({ id, state }) => [id, state]),
  );
  return senders.map((sender) => ({ sender, isReady: states.get(sender.domain_id) === 'verified' }));
}

/** Exactly the domain behind the @: mail from its subdomains would need keys and records of their own. */
async function requireDomain(settings: Settings, ctx: Context, email: string, clientId: string | null) {
  const name = email.slice(email.lastIndexOf('@') + 1);
  const domain = await findDomainNamed(wholeOrganization(settings, ctx), name, clientId);
  if (domain) return domain;
  const message = 'Use an address on one of your sending domains.';
  throw new Problem('invalid_input', message, { fields: { fromEmail: message } });
}

function exists(): Problem {
  const message = 'A sender with this address already exists.';
  return new Problem('already_exists', message, { fields: { fromEmail: message } });
}
