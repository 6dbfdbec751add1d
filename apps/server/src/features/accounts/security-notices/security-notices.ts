import type { User } from '@waggle/contracts/accounts';
import type { Locale } from '@waggle/contracts/fields';
import type { TenantContext } from '#platform/audit/queries.ts';
import { inTransaction } from '#platform/context.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { emit } from '#platform/outbox/outbox.ts';
import type { Accounts } from '../accounts.ts';
import { accountSignedIn } from '../events.ts';
import { deviceName } from '../present.ts';
import { accountMark, knownDevice } from '../sign-in/known-device.ts';
import { sendSecurityNotice } from './jobs.ts';
import type { NoticeKind } from './words.ts';

type Recipient = { email: string; name: string; locale: string; email_confirmed_at: Date | null };

/**
 * Mails a person that something about their account changed, in the caller's transaction. Not to an address nobody has
 * confirmed: it may belong to somebody who never heard of us.
 */
export async function sendNotice(
  ctx: TenantContext,
  kind: NoticeKind,
  { email, name, locale, email_confirmed_at: confirmedAt }: Recipient,
  { exchange, role, passkeys = [] }: { exchange?: Exchange; role?: string; passkeys?: readonly string[] } = {},
): Promise<void> {
  if (confirmedAt === null) return;
  await enqueue(ctx, sendSecurityNotice, {
    kind,
    email,
    name,
    locale: locale as Locale,
    at: new Date().toISOString(),
    device: exchange ? deviceName(exchange.headers.get('user-agent') ?? '') : null,
    address: exchange?.address ?? null,
    role: role ?? null,
    passkeys: [...passkeys],
  });
}

/** Mails of new devices to one person in a day: a browser that keeps no cookies must not fill a mailbox. */
const newDevicesPerPerson = { name: 'notice:new-device', points: 5, seconds: 86_400 };

/** Called after signing in, not after registering: whoever has just made an account knows where. */
export async function tellOfNewDevice({ config, database, limits }: Accounts, user: User, exchange: Exchange) {
  if (!user.emailConfirmed) return;
  if (knownDevice(config.SECRET_KEY, accountMark(config.SECRET_KEY, user.email), exchange.headers)) return;
  const isBounded = await limits.spend(newDevicesPerPerson, user.id).then(
    () => true,
    () => false,
  );
  if (!isBounded) return;
  const { organizationId } = user;
  const ctx = { db: database.tenant({ organizationId }), organizationId };
  await inTransaction(ctx, async (ctx) => {
    await sendNotice(ctx, 'new-device', { ...user, email_confirmed_at: new Date() }, { exchange });
    const device = deviceName(exchange.headers.get('user-agent') ?? '').slice(0, 200);
    await emit(ctx, accountSignedIn, { userId: user.id, device, address: exchange.address });
  });
}
