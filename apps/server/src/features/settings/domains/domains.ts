import { clientOrOrganization } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { countSendersOf } from '../senders/queries.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import { checkRecords } from './check.ts';
import { makeKeys, makePairs, named } from './keys.ts';
import * as queries from './queries.ts';
import { registeredDomain } from './verdicts/dmarc.ts';
import { warmUpDays } from './warm-up.ts';

/** One list shows them all. */
const mostDomains = 200;

export type DomainWithKeys = { domain: queries.DomainRow; keys: queries.KeyRow[] };

export async function listDomains(ctx: Context): Promise<DomainWithKeys[]> {
  const domains = await queries.findDomains(ctx, mostDomains);
  const keys = await queries.findKeys(
    ctx,
    domains.map(({ id }) => id),
  );
  return domains.map((domain) => ({ domain, keys: keys.filter(({ domain_id }) => domain_id === domain.id) }));
}

type NewDomain = { domain: string; clientId?: string | null | undefined };

export async function addDomain(
  settings: Settings,
  ctx: Context,
  { domain: name, clientId }: NewDomain,
): Promise<DomainWithKeys> {
  if (registeredDomain(name) === null) throw wrong('Enter a domain you own, such as example.com');
  if ((await queries.countDomains(wholeOrganization(settings, ctx))) >= mostDomains)
    throw new Problem('plan_limit', `You can add up to ${mostDomains} domains.`);

  const keys = await makeKeys(ctx.now(), new Set());
  return inTransaction(ctx, async (ctx) => {
    const domain = await queries
      .insertDomain(ctx, { domain: name, client_id: await clientOrOrganization(ctx, clientId) })
      .catch(onDuplicate(() => taken('This domain is already in your list.')));
    await queries.insertKeys(ctx, sealed(settings, ctx, domain, keys));
    await ctx.audit?.(ctx, domain.id);
    return { domain, keys: await queries.findKeys(ctx, [domain.id]) };
  });
}

export async function checkDomain(settings: Settings, ctx: Context, domainId: string): Promise<DomainWithKeys> {
  const { domain, isTaken } = await checkRecords(settings, ctx, domainId);
  if (isTaken)
    throw new Problem(
      'domain_taken',
      'Your records are correct, but another organization on this installation uses this domain. It will be yours within a day after their records are removed from DNS.',
    );
  return { domain, keys: await queries.findKeys(ctx, [domainId]) };
}

/** New keys beside the old ones, which sign until the new records are found. */
export async function rotateKeys(settings: Settings, ctx: Context, domainId: string): Promise<DomainWithKeys> {
  if (!(await queries.findDomain(ctx, domainId))) throw notFound();
  // Before the transaction: making them takes a tenth of a second and more, and whoever rotates meanwhile waits for the lock with
  // a connection.
  const pairs = await makePairs();
  return inTransaction(ctx, async (ctx) => {
    const locked = await queries.lockDomain(ctx, domainId);
    if (!locked) throw notFound();
    const keys = named(pairs, ctx.now(), await queries.findSelectors(ctx, domainId));
    await queries.retireWaitingKeys(ctx, domainId);
    await queries.insertKeys(ctx, sealed(settings, ctx, locked, keys));
    const domain = (await queries.checkSoon(ctx, domainId)) ?? locked;
    await ctx.audit?.(ctx, domainId);
    return { domain, keys: await queries.findKeys(ctx, [domainId]) };
  });
}

/** For a domain that mailbox providers know already. Workers hear of it within a minute. */
export async function endWarmUp(ctx: Context, domainId: string): Promise<DomainWithKeys> {
  const domain = await queries.endWarmUp(ctx, domainId, warmUpDays);
  if (!domain) throw notFound();
  return { domain, keys: await queries.findKeys(ctx, [domainId]) };
}

export async function deleteDomain(settings: Settings, ctx: Context, domainId: string): Promise<void> {
  if (!(await queries.findDomain(ctx, domainId))) throw notFound();
  if ((await countSendersOf(wholeOrganization(settings, ctx), domainId)) > 0)
    throw new Problem('in_use', 'A sender uses this domain. Remove the sender first.');
  if (!(await queries.deleteDomain(ctx, domainId))) throw notFound();
}

const sealed = (
  { secrets }: Settings,
  { organizationId }: Context,
  domain: queries.DomainRow,
  keys: Awaited<ReturnType<typeof makeKeys>>,
) =>
  keys.map(({ selector, algorithm, privateKey, publicKey }) => ({
    domain_id: domain.id,
    client_id: domain.client_id,
    selector,
    algorithm,
    private_key: secrets.encrypt({ purpose: 'dkim', owner: organizationId }, privateKey),
    public_key: publicKey,
  }));

const taken = (message: string) => new Problem('already_exists', message, { fields: { domain: message } });
const wrong = (message: string) => new Problem('invalid_input', message, { fields: { domain: message } });
