import type { User } from '@waggle/contracts/accounts';
import { type Context, inTransaction } from '#platform/context.ts';
import { newGuestToken } from '#platform/guest-sessions.ts';
import type { Exchange } from '#platform/http/serve.ts';
import type { SessionCookies } from '#platform/http/session-cookie.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { hashToken } from '#platform/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { presentUser } from '../present.ts';
import { mustChooseClient, person, readUser } from '../profile.ts';
import { presentGuest } from './present.ts';
import * as queries from './queries.ts';

/** Also of a link that ended: whoever has it is told whom to ask. */
export async function readGuestLink(
  accounts: Accounts,
  token: string,
  exchange: Exchange,
): Promise<queries.GuestViewRow> {
  return (await requireLink(accounts, token, exchange)).view;
}

/** One transaction, so that a link that ends at this moment has no session that outlives it. */
export async function openGuestLink(
  accounts: Accounts & { cookies: SessionCookies },
  token: string,
  exchange: Exchange,
): Promise<void> {
  const { ctx, view } = await requireLink(accounts, token, exchange);
  const { id: linkId, client_id: clientId } = view;
  const opened = newGuestToken();
  const isFirst = await inTransaction(ctx, async (ctx) => {
    const first = await queries.countUse(ctx, linkId);
    const held = await queries.findGuestView(ctx, linkId);
    if (!held?.is_open) throw new Problem('link_used', 'This link no longer works.');
    await queries.insertSession(ctx, { linkId, clientId, token: hashToken(opened), end: held.expires_at });
    return first;
  });
  exchange.setCookies([accounts.cookies.guest(opened)]);
  // One entry a day says that it is used; who looks ten times a day would fill the log.
  if (isFirst) exchange.person = { organizationId: ctx.organizationId, userId: linkId, clientId };
}

export async function leaveGuestLink(cookies: SessionCookies, ctx: Context, exchange: Exchange): Promise<void> {
  await queries.deleteSession(ctx, person(ctx).sessionId);
  exchange.setCookies([cookies.guest(null)]);
}

async function requireLink({ database }: Accounts, token: string, { hostOrganizationId }: Exchange) {
  const found = await queries.findByToken(database, hashToken(token));
  if (!found) throw notFound();
  const { organization_id: organizationId, client_id: clientLimit, id } = found;
  // Nobody shows names, logo and color of their choice under the name of another organization.
  if (hostOrganizationId !== null && hostOrganizationId !== organizationId) throw notFound();
  const ctx: Context = {
    db: database.tenant({ organizationId, clientLimit }),
    organizationId,
    actor: { kind: 'job', name: 'guests.open', clientLimit },
    now: () => new Date(),
  };
  const view = await queries.findGuestView(ctx, id);
  if (!view) throw notFound();
  return { ctx, view };
}

/** The member who is signed in, or the guest. */
export async function readSession(accounts: Accounts, ctx: Context): Promise<User> {
  const { PUBLIC_URL: publicUrl } = accounts.config;
  const shown = { mustChooseClient: mustChooseClient(ctx), publicUrl, sellsNoPlans: ctx.sellsNoPlans };
  const { role, userId } = person(ctx);
  if (role !== 'GUEST') return presentUser(await readUser(accounts, ctx), shown);
  const view = await queries.findGuestView(ctx, userId);
  if (!view) throw notFound();
  return presentGuest(publicUrl, ctx, view);
}
