import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { notFound } from '#platform/problem.ts';
import type { Settings } from '../settings.ts';
import type { Dns } from './dns.ts';
import { domainChanged } from './events.ts';
import { announceDomain, type DomainNews } from './mail/jobs.ts';
import type { Algorithm } from './keys.ts';
import * as queries from './queries.ts';
import { expectedRecords, type ExpectedRecord, type Judged, withVerdicts } from './records.ts';
import { judgeDkim } from './verdicts/dkim.ts';
import { judgeDmarc, registeredDomain } from './verdicts/dmarc.ts';
import { judgeSpf } from './verdicts/spf.ts';
import { found, missing, unknown, type Verdict, wrong } from './verdicts/verdict.ts';

export type Checked = {
  domain: queries.DomainRow;
  /** Everything was found, but another organization is verified and its records still stand. */
  isTaken: boolean;
};

/** Asks DNS about every record and draws the consequences. DNS is asked outside any transaction: it may be slow. */
export async function checkRecords(settings: Settings, ctx: Context, domainId: string): Promise<Checked> {
  const domain = await queries.findDomain(ctx, domainId);
  if (!domain) throw notFound();
  const expected = expectedRecords(settings.config, domain.domain, await queries.findKeys(ctx, [domainId]));
  const known = withVerdicts(expected, domain.records as Judged[]);
  const records = await Promise.all(
    known.map(async (record, at) => {
      const verdict = await judge(settings, domain.domain, expected[at]!);
      // Nobody answered: what was known before is still the best guess, so an outage of DNS verifies and fails nobody.
      return verdict.state === 'unknown' ? record : { ...record, ...verdict };
    }),
  );
  return settle(ctx, domain, expected, records);
}

export async function judge(
  { dns, config }: Pick<Settings, 'dns' | 'config'>,
  domain: string,
  record: ExpectedRecord,
): Promise<Verdict> {
  if (record.purpose === 'return-path') return judgeReturnPath(dns, record.name, config.RETURN_PATH_HOST ?? '');
  const texts = await dns.txt(record.name);
  if (texts === null) return unknown;
  if (record.key)
    return judgeDkim(texts, { algorithm: record.key.algorithm as Algorithm, publicKey: record.key.public_key });
  if (record.purpose === 'spf') return judgeSpf(texts, config.SPF_INCLUDE);

  const parent = registeredDomain(domain);
  const inherited = parent === null || parent === domain ? [] : await dns.txt(`_dmarc.${parent}`);
  return inherited === null ? unknown : judgeDmarc(texts, inherited);
}

async function judgeReturnPath(dns: Dns, name: string, host: string): Promise<Verdict> {
  const hosts = await dns.mx(name);
  if (hosts === null) return unknown;
  if (hosts.length === 0) return missing;
  return hosts.every((found) => found === host) ? found : wrong(hosts);
}

/** pending until all that is required was found once; then verified or failing. A record nobody knows about changes nothing. */
export function stateAfter(state: string, records: readonly Judged[]): string {
  const required = records.filter((record) => record.required);
  if (required.every((record) => record.state === 'found')) return 'verified';
  const isLost = required.some((record) => record.state === 'missing' || record.state === 'wrong');
  return isLost && state !== 'pending' ? 'failing' : state;
}

/** Verified for the first time, or broken after it was; what waits or comes back is no news. */
function newsOf(last: Pick<queries.DomainRow, 'state' | 'verified_at'>, state: string): DomainNews | undefined {
  if (state === 'verified') return last.verified_at === null ? 'verified' : undefined;
  return state === 'failing' && last.state === 'verified' ? 'failing' : undefined;
}

async function tell(ctx: Context, { id, client_id: clientId }: queries.DomainRow, news: DomainNews): Promise<void> {
  await enqueue(ctx, announceDomain, { domainId: id, news });
  const { added_by: addedBy = null } = (await queries.findAdder(ctx, id)) ?? {};
  await emit(ctx, domainChanged, { domainId: id, clientId, addedBy, news });
}

class Taken extends Error {}

async function settle(
  ctx: Context,
  before: queries.DomainRow,
  expected: readonly ExpectedRecord[],
  records: Judged[],
): Promise<Checked> {
  const save = (state: string) =>
    inTransaction(ctx, async (ctx) => {
      // Two checks at once follow each other here, so that news of a domain is told once.
      const last = await queries.lockDomain(ctx, before.id);
      const domain = await queries.saveVerdict(ctx, before.id, state, records).catch(onDuplicate(() => new Taken()));
      if (!last || !domain) throw notFound();
      const news = newsOf(last, state);
      if (news) await tell(ctx, domain, news);
      await settleKeys(ctx, expected, records);
      return domain;
    });
  try {
    return { domain: await save(stateAfter(before.state, records)), isTaken: false };
  } catch (error) {
    // One verified owner in the installation, by a unique index: whoever was first stays until its records are gone.
    if (!(error instanceof Taken)) throw error;
    return { domain: await save(before.state === 'pending' ? 'pending' : 'failing'), isTaken: true };
  }
}

/** A key signs once its record was found; then the older one of its kind has done its work. */
async function settleKeys(
  ctx: Context,
  expected: readonly ExpectedRecord[],
  records: readonly Judged[],
): Promise<void> {
  const keys = expected.flatMap(({ key }, at) => (key ? [{ key, state: records[at]!.state }] : []));
  const published = keys.filter(({ state }) => state === 'found').map(({ key }) => key);
  // Keys come oldest first.
  const replaced = keys.filter(({ key }, at) =>
    keys.slice(at + 1).some((newer) => newer.key.algorithm === key.algorithm && newer.state === 'found'),
  );
  // RSA goes on: it is required, so the domain fails visibly instead.
  const lost = keys.filter(
    ({ key, state }) => key.algorithm === 'ed25519' && (state === 'missing' || state === 'wrong'),
  );
  await queries.activateKeys(ctx, idsOf(published));
  await queries.restKeys(ctx, idsOf(lost.map(({ key }) => key)));
  await queries.retireKeys(ctx, idsOf(replaced.map(({ key }) => key)));
}

const idsOf = (keys: readonly queries.KeyRow[]): string[] => keys.map(({ id }) => id);
