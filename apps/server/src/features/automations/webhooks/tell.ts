import { findContact } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { isTransientError } from '#platform/database/transient-error.ts';
import { createFairQueue } from '#platform/fair-queue.ts';
import type { Posted, WebPost } from '#platform/outbound/web-post.ts';
import { Problem } from '#platform/problem.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { Secrets } from '#platform/secrets.ts';
import { answerFor, keptOf } from './answers.ts';
import type { Answer } from './ports.ts';
import { type DueWebhook, postpone, type Settled, settle, takeDue } from './queries.ts';
import { signingSecret } from './secret.ts';
import { mayTell, shares } from './shares.ts';
import { signatureOf } from './sign.ts';

export type WebhookParts = {
  post: WebPost;
  secrets: Secrets;
  limits: RateLimits;
  /** Addresses without TLS, for development and tests. */
  allowPlain: boolean;
  answerRun: (ctx: Context, answer: Answer) => Promise<unknown>;
};

/** Taken at once, and told at once to one host: a slow one holds up its own. */
const atOnce = { most: 24, mostPerKey: 4, waitingPerKey: 100, waitMs: 60_000 };
const taken = 20;
/** Seconds before the second try, which doubles up to four hours, and hours after which nobody tries again. */
const retry = { firstSeconds: 30, mostSeconds: 14_400, hours: 24 };
/** Answers that say to come again. Any other refusal stays one. */
const comeAgain = new Set([408, 425, 429]);

/** True when there may be more that may be told now. */
export function createTeller(parts: WebhookParts) {
  const places = createFairQueue(atOnce);
  return async (ctx: Context): Promise<boolean> => {
    const most = Math.min(taken, await mayTell(parts.limits, ctx.organizationId));
    const due = most > 0 ? await inTransaction(ctx, (ctx) => takeDue(ctx, most)) : [];
    const secret = due.length > 0 ? await signingSecret(parts.secrets, ctx) : '';
    await Promise.all(
      due.map((webhook) =>
        places
          .run(URL.parse(webhook.url)?.host ?? '', () => tellOne(parts, ctx, webhook, secret))
          .catch((error) => postponeIfBusy(ctx, webhook, error)),
      ),
    );
    return due.length === taken;
  };
}

/** Who waited too long for a place, or whose address hears enough, is told in a minute: that is no try. */
async function postponeIfBusy(ctx: Context, { id }: DueWebhook, error: unknown): Promise<void> {
  if (!(error instanceof Problem)) throw error;
  await inTransaction(ctx, (ctx) => postpone(ctx, id));
}

async function tellOne(parts: WebhookParts, ctx: Context, webhook: DueWebhook, secret: string): Promise<void> {
  await parts.limits.spend(shares.organization, ctx.organizationId);
  const body = await bodyOf(ctx, webhook);
  const refusal = body === null ? 'contact-gone' : isPlain(webhook.url) && !parts.allowPlain ? 'not-encrypted' : null;
  const posted =
    body === null || refusal
      ? null
      : await parts.post(webhook.url, {
          body,
          headers: { 'webhook-id': webhook.id, 'webhook-signature': signatureOf(secret, body, ctx.now()) },
        });
  const settled = posted ? settledBy(posted, webhook, ctx.now()) : givenUp(refusal);
  await conclude(parts, ctx, webhook, settled).catch((error) => concludeBare(ctx, webhook, settled, error));
}

const conclude = ({ answerRun }: WebhookParts, ctx: Context, webhook: DueWebhook, settled: Settled): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await settle(ctx, webhook.id, settled);
    if (!webhook.reply || settled.nextAt !== null) return;
    const answer = await answerFor(ctx, webhook, settled);
    // With no room for it the run goes on when it has waited long enough.
    if (answer) await answerRun(ctx, answer);
  });

/** The server was told: what it answered may not bring it the same message again and again. */
async function concludeBare(ctx: Context, { id }: DueWebhook, settled: Settled, error: unknown): Promise<void> {
  if (!isRefusedValue(error)) throw error;
  await inTransaction(ctx, (ctx) => settle(ctx, id, { ...settled, answer: null }));
}

/** Invalid data, or more than a column takes: it would be refused each time. */
const isRefusedValue = (error: unknown): boolean =>
  !isTransientError(error) && /^(22|23514$)/.test(String((error as { code?: unknown }).code));

const isPlain = (url: string): boolean => URL.parse(url)?.protocol === 'http:';

const givenUp = (problem: string | null): Settled => ({
  state: 'failed',
  nextAt: null,
  status: null,
  answer: null,
  problem,
});

export function settledBy(
  posted: Posted,
  { attempts, askedAt }: Pick<DueWebhook, 'attempts' | 'askedAt'>,
  now: Date,
): Settled {
  const isAnswered = posted.outcome === 'answered';
  const status = isAnswered ? posted.status : null;
  const answer = isAnswered ? (posted.isCut ? null : keptOf(posted.body)) : null;
  if (status !== null && status >= 200 && status < 300)
    return { state: 'told', nextAt: null, status, answer, problem: null };
  const problem = status === null ? 'no-answer' : 'refused';
  const isFinal = status !== null && status < 500 && !comeAgain.has(status);
  const seconds = Math.min(retry.firstSeconds * 2 ** (attempts - 1), retry.mostSeconds);
  const nextAt = new Date(now.getTime() + seconds * 1_000);
  if (isFinal || nextAt.getTime() > askedAt.getTime() + retry.hours * 3_600_000)
    return { state: 'failed', nextAt: null, status, answer, problem };
  return { state: 'waiting', nextAt, status, answer, problem };
}

/** Null when the contact is deleted, or another client's by now: nobody hears of them here any more. */
async function bodyOf(ctx: Context, webhook: DueWebhook): Promise<string | null> {
  const contact = await findContact(ctx, webhook.contactId);
  if (contact?.client_id !== webhook.clientId) return null;
  const { id, email, first_name, last_name, phone, company, status, attributes, client_id } = contact;
  return JSON.stringify({
    id: webhook.id,
    askedAt: webhook.askedAt.toISOString(),
    automation: { id: webhook.automationId, name: webhook.automationName },
    step: webhook.stepId,
    run: webhook.runId,
    contact: {
      id,
      email,
      firstName: first_name,
      lastName: last_name,
      phone,
      company,
      status,
      clientId: client_id,
      attributes,
    },
  });
}
