import { createHash } from 'node:crypto';
import { suppressMany } from '#features/contacts/index.ts';
import { isDeadMailbox, transportOf } from '#features/delivery/index.ts';
import { connectionFor, ownSender } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { pathOf, signToken } from '#platform/tracking/token.ts';
import { hashOf, tokenOf } from '../links/token.ts';
import type { Reports } from '../parts.ts';
import { recipientStates } from '../stop/recipient-states.ts';
import { composeReport } from './compose.ts';
import { createOffer } from './offer.ts';
import * as queries from './queries.ts';

/** Reports a day to one address, from all organizations of the installation together: anybody can type a stranger's. */
const everywhere = { name: 'report-emails', points: 20, seconds: 86_400 } as const;

type Ready = queries.EmailRow & {
  email: string;
  report: NonNullable<queries.EmailRow['report']>;
  expiresAt: Date;
  tokenHash: Buffer;
};

/**
 * One email to one recipient. Between the last byte and the server's answer its row says `offered`: a try that finds it so, after a
 * crash, does not send it again, because the recipient may have it.
 */
export async function sendEmail(reports: Reports, ctx: Context, emailId: string): Promise<void> {
  const row = await queries.findEmail(ctx, emailId);
  if (row?.state === 'offered') return queries.settle(ctx, emailId, 'uncertain', 'interrupted');
  if (row?.state !== 'pending') return;
  const why = await leftOut(ctx, row);
  if (why !== null) return queries.settle(ctx, emailId, 'left-out', why);
  const ready = row as Ready;
  if (!(await maySend(reports, ctx, emailId, ready.email))) return queries.settle(ctx, emailId, 'left-out', 'limit');
  await deliver(reports, ctx, emailId, ready);
}

/** What changed since the period was decided about. */
async function leftOut(ctx: Context, { email, report, clientId, isWanted }: queries.EmailRow): Promise<string | null> {
  if (!isWanted || email === null) return 'removed';
  if (report === null) return 'revoked';
  const [recipient] = await recipientStates(ctx, [email], clientId);
  return recipient!.state === 'active' ? null : recipient!.state;
}

/** Counted once for an email: ten tries at a server that is away must not use up the day of the address. */
async function maySend({ limits }: Reports, ctx: Context, emailId: string, email: string): Promise<boolean> {
  if (!(await queries.begin(ctx, emailId))) return true;
  return limits.spend(everywhere, createHash('sha256').update(email).digest('base64')).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );
}

async function deliver(reports: Reports, ctx: Context, emailId: string, row: Ready): Promise<void> {
  const { settings } = reports;
  const sender = await ownSender(settings, ctx, null);
  // Tried again for some hours: DNS may be away for a while.
  if (!sender) throw new Error('The organization has no verified sender.');
  const connection = await connectionFor(settings, ctx, { connectionId: null, clientId: null });
  const message = await composeReport(reports, ctx, sender, {
    id: emailId,
    to: row.email,
    report: row.report,
    token: await tokenFor(reports, row),
    expiresAt: row.expiresAt,
    stopLink: await stopLinkOf(reports, ctx, emailId, row.scheduleId),
  });
  const transport = await transportOf(settings, ctx.organizationId, connection).open();
  try {
    const envelope = { from: sender.fromEmail, to: row.email };
    const offer = createOffer(reports, ctx, emailId, row);
    const outcome = await transport.deliver(envelope, message, offer.mayLeave);
    if (outcome.kind === 'accepted') {
      offer.note('a');
      return await queries.settle(ctx, emailId, 'accepted', null);
    }
    if (outcome.kind === 'withheld') return await retryWaiting(ctx, emailId);
    if (outcome.kind === 'uncertain') return await queries.settle(ctx, emailId, 'uncertain', outcome.answer);
    if (outcome.kind === 'refused' && !outcome.passing && outcome.stage !== 'sender') {
      // Nobody writes to a mailbox again that does not exist, next week neither.
      if (isDeadMailbox(outcome)) await suppressMany(ctx, 'email', [row.email], { reason: 'bounced', source: 'smtp' });
      offer.note('f');
      return await queries.settle(ctx, emailId, 'failed', outcome.answer);
    }
    offer.note('p');
    await queries.takeBack(ctx, emailId, outcome.answer);
    throw new Error(`The server did not take a report: ${outcome.answer}`);
  } finally {
    transport.close();
  }
}

/** Either another try has it, or nothing may leave by this database: then it waits, and a job that ended well would be its last. */
async function retryWaiting(ctx: Context, emailId: string): Promise<void> {
  const row = await queries.findEmail(ctx, emailId);
  if (row?.state === 'pending') throw new Error('Nothing may leave by this database now: the report waits.');
}

/** By whichever key it was made with: a new one may have come since. */
async function tokenFor({ linkKeys }: Reports, { linkId, tokenHash }: Ready): Promise<string> {
  const tokens = (await linkKeys.all()).map((key) => tokenOf(key, linkId));
  const token = tokens.find((one) => hashOf(one).equals(tokenHash));
  if (token === undefined) throw new Error('The key of a report link cannot be read.');
  return token;
}

async function stopLinkOf({ settings, linkKeys }: Reports, ctx: Context, emailId: string, scheduleId: string) {
  const { PUBLIC_URL: publicUrl, CELL: cell } = settings.config;
  const token = signToken(await linkKeys.newest(), {
    purpose: 'report-stop',
    cell,
    organizationId: ctx.organizationId,
    campaignId: scheduleId,
    sendId: emailId,
    linkNo: 0,
  });
  return `${publicUrl}${pathOf['report-stop']}${token}`;
}
