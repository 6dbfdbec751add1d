import { mailBrandOf } from '#features/accounts/index.ts';
import { suppressMany } from '#features/contacts/index.ts';
import { type SenderParts, type SendSource, transportOf } from '#features/delivery/index.ts';
import { connectionFor, mailOriginOf, ownSender } from '#features/settings/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { eachApart } from '#platform/each-apart.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { Problem } from '#platform/problem.ts';
import { formEmailsHeld } from '../events.ts';
import type { Forms } from '../parts.ts';
import { createCompose } from './compose.ts';
import { createFormLedger } from './ledger.ts';
import * as queries from './queries.ts';

/** Milliseconds after which a sender is read again: it may have changed, and its keys with it. */
const trustMs = 60_000;

/** Emails of forms, for delivery to send: those of a client together, in its own name. */
export const formEmailSource = (forms: Forms): SendSource => {
  const { database } = forms.settings;
  return {
    live: async () =>
      (await queries.liveClients(database.sweep)).map(({ organizationId, clientId }) => ({
        organizationId,
        id: clientId ?? organizationId,
        version: String(Math.floor(Date.now() / trustMs)),
        open: () => open(forms, contextOf(forms, organizationId), clientId),
      })),
    async recoverExpired(tell) {
      const organizations = await queries.organizationsWithExpiredLeases(database.sweep);
      await eachApart(organizations, undefined, async (organizationId) =>
        tell({ organizationId, ...(await queries.recoverExpired(contextOf(forms, organizationId))) }),
      );
    },
    backlog: (atMost) => queries.backlog(database.sweep, atMost),
  };
};

const contextOf = ({ settings }: Forms, organizationId: string): Context => ({
  db: settings.database.tenant({ organizationId }),
  organizationId,
  actor: { kind: 'job', name: 'forms.emails' },
  now: () => new Date(),
});

/** Without a sender of its own nothing leaves: the emails wait, and the team is told. */
async function open(forms: Forms, ctx: Context, clientId: string | null): Promise<SenderParts | undefined> {
  const { settings, installation } = forms;
  try {
    const sender = await ownSender(settings, ctx, clientId);
    if (!sender) return await hold(ctx, clientId, 'no-sender');
    const connection = await connectionFor(settings, ctx, { connectionId: null, clientId });
    const brand = await mailBrandOf(ctx, settings.config.PUBLIC_URL, clientId);
    const [linkKey, origin] = await Promise.all([forms.linkKeys.newest(), mailOriginOf(settings, ctx, clientId)]);
    const compose = createCompose(forms, ctx, { sender, brand, linkKey, origin });
    return {
      ctx,
      id: clientId ?? ctx.organizationId,
      names: { formEmailsOf: clientId ?? ctx.organizationId },
      ledger: createFormLedger(ctx, { clientId }, { compose, envelopeFrom: sender.fromEmail, installation }),
      transport: transportOf(settings, ctx.organizationId, connection),
      domain: sender.domain,
      reputation: null,
      hold: (problem) => hold(ctx, clientId, problem),
      suppress: (addresses) => suppressMany(ctx, 'email', addresses, { reason: 'bounced', source: 'smtp' }),
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return hold(ctx, clientId, error.code);
  }
}

const hold = (ctx: Context, clientId: string | null, reason: string): Promise<undefined> =>
  inTransaction(ctx, async (ctx) => {
    const formId = await queries.hold(ctx, { clientId }, reason);
    if (formId !== undefined) await emit(ctx, formEmailsHeld, { formId, clientId });
    return undefined;
  });
