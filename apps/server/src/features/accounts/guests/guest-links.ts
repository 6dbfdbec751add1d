import { randomBytes } from 'node:crypto';
import { mostGuestLinks } from '@waggle/contracts/guests';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { hashToken } from '#platform/sessions.ts';
import { findClient } from '../clients/queries.ts';
import { person } from '../profile.ts';
import * as queries from './queries.ts';

export async function listGuestLinks(ctx: Context, clientId: string): Promise<queries.LinkRow[]> {
  if (!(await findClient(ctx, clientId))) throw notFound();
  return queries.findOpenLinks(ctx, clientId);
}

type Typed = { name: string; days: number };

/** Answers the token too, which is nowhere kept. */
export function createGuestLink(ctx: Context, clientId: string, typed: Typed) {
  return inTransaction(ctx, async (ctx) => {
    const client = await queries.holdClient(ctx, clientId);
    if (!client?.is_active) throw notFound();
    if ((await queries.findOpenLinks(ctx, clientId)).length >= mostGuestLinks)
      throw new Problem(
        'quota_reached',
        `A client can have ${mostGuestLinks} guest links at a time. End one to add another.`,
      );

    const token = randomBytes(32).toString('base64url');
    const createdBy = person(ctx).userId;
    const { id } = await queries.insertLink(ctx, { clientId, ...typed, token: hashToken(token), createdBy });
    const link = (await queries.findOpenLinks(ctx, clientId)).find((one) => one.id === id)!;
    return { link, token };
  });
}

export async function endGuestLink(ctx: Context, id: string): Promise<void> {
  if (!(await queries.endLink(ctx, id))) throw notFound();
}
