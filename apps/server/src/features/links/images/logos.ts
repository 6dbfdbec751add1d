import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { refuseBelowPlan } from '../plan.ts';
import { redrawInThread } from './in-thread.ts';
import * as queries from './queries.ts';

/** Of one organization, used or uploaded within a day. Each is at most some 260 kB. */
const mostLogos = 500;

export async function uploadLogo(ctx: Context, sent: Uint8Array): Promise<{ id: string }> {
  await refuseBelowPlan(ctx);
  const content = await redrawInThread(ctx, sent);
  await queries.forgetUnusedLogos(ctx);
  if ((await queries.countLogos(ctx)) >= mostLogos)
    throw new Problem(
      'quota_reached',
      `You have ${mostLogos} logos. Delete QR codes you no longer use, then try again.`,
    );
  return queries.insertLogo(ctx, { content, client_id: activeClient(ctx) });
}

export async function requireLogo(ctx: Context, logoId: string | null): Promise<Buffer | null> {
  if (logoId === null) return null;
  const logo = await queries.findLogo(ctx, logoId);
  if (logo) return logo.content;
  const message = 'This logo no longer exists. Upload it again.';
  throw new Problem('invalid_input', message, { fields: { 'design.logoId': message } });
}

/** The logo for a code of that client: people who see only that client must be able to draw the code. */
export async function logoFor(ctx: Context, logoId: string | null, clientId: string | null): Promise<string | null> {
  if (logoId === null) return null;
  const logo = await queries.findLogo(ctx, logoId);
  if (!logo || logo.client_id === clientId) return logoId;
  return (await queries.insertLogo(ctx, { content: logo.content, client_id: clientId })).id;
}
