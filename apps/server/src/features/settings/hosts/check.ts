import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { hostsTarget } from '#platform/hosts/host-name.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { notFound } from '#platform/problem.ts';
import type { Dns } from '../domains/dns.ts';
import { found, missing, unknown, type Verdict, wrong } from '../domains/verdicts/verdict.ts';
import type { Settings } from '../settings.ts';
import { hostStopped } from './events.ts';
import * as queries from './queries.ts';
import { expectedRecords, type JudgedRecord, proofOf, withVerdicts } from './records.ts';

/** Milliseconds for which a name that fails still gets new links: DNS is sometimes moved over a week-end. */
const patienceMs = 7 * 86_400_000;

export type CheckedHost = {
  host: queries.HostRow;
  /** Everything was found, but another organization is verified and its records still stand. */
  isTaken: boolean;
};

/** Asks DNS about both records and draws the consequences. DNS is asked outside any transaction: it may be slow. */
export async function checkRecords(settings: Settings, ctx: Context, hostId: string): Promise<CheckedHost> {
  const host = await queries.findHost(ctx, hostId);
  if (!host) throw notFound();
  const known = withVerdicts(expectedRecords(settings.config, host), host.records as JudgedRecord[]);
  const [address, owner] = await Promise.all([
    judgeAddress(settings.dns, host.host, hostsTarget(settings.config)),
    judgeOwner(settings.dns, host),
  ]);
  const verdicts = { address, owner };
  const records = known.map((record) => {
    const verdict = verdicts[record.purpose];
    // Nobody answered: what was known before is still the best guess, so an outage of DNS verifies and fails nobody.
    return verdict.state === 'unknown' ? record : { ...record, ...verdict };
  });
  const checked = await settle(ctx, host, records);
  settings.hosts.forget();
  return checked;
}

/** A CNAME, or the same addresses where a name can have none: at the top of a domain, or behind a chain of them. */
async function judgeAddress(dns: Dns, host: string, target: string): Promise<Verdict> {
  const names = await dns.cname(host);
  if (names?.includes(target)) return found;
  const [addresses, wanted] = await Promise.all([dns.addresses(host), dns.addresses(target)]);
  if (names === null || addresses === null || wanted === null) return unknown;
  if (addresses.length > 0 && addresses.every((address) => wanted.includes(address))) return found;
  const instead = names.length > 0 ? names : addresses;
  return instead.length === 0 ? missing : wrong(instead);
}

/** Several may stand side by side while a name moves from one organization to another. */
async function judgeOwner(dns: Dns, { host, token }: queries.HostRow): Promise<Verdict> {
  const texts = await dns.txt(`_waggle.${host}`);
  if (texts === null) return unknown;
  if (texts.includes(proofOf(token))) return found;
  return texts.length === 0 ? missing : wrong(texts);
}

/** Pending until both were found once; then verified, failing, and stopped when that lasts. */
function verdictOn(last: queries.HostRow, records: JudgedRecord[], now: Date): queries.Verdict {
  if (records.every(({ state }) => state === 'found')) return { state: 'verified', records, failingSince: null };
  const isLost = records.some(({ state }) => state === 'missing' || state === 'wrong');
  if (last.state === 'pending' || !isLost) return { state: last.state, records, failingSince: last.failing_since };
  const failingSince = last.failing_since ?? now;
  const isStopped = now.getTime() - failingSince.getTime() >= patienceMs;
  return { state: isStopped ? 'stopped' : 'failing', records, failingSince };
}

class Taken extends Error {}

async function settle(ctx: Context, before: queries.HostRow, records: JudgedRecord[]): Promise<CheckedHost> {
  const save = (judge: (last: queries.HostRow) => queries.Verdict) =>
    inTransaction(ctx, async (ctx) => {
      // Two checks at once follow each other here, so that news is told once.
      const last = await queries.lockHost(ctx, before.id);
      if (!last) throw notFound();
      const verdict = judge(last);
      const host = await queries.saveVerdict(ctx, before.id, verdict).catch(onDuplicate(() => new Taken()));
      if (!host) throw notFound();
      if (verdict.state === 'stopped' && last.state !== 'stopped')
        await emit(ctx, hostStopped, { hostId: host.id, clientId: host.client_id });
      return host;
    });
  try {
    return { host: await save((last) => verdictOn(last, records, ctx.now())), isTaken: false };
  } catch (error) {
    // One verified owner in the installation, by a unique index: whoever was first stays until its records are gone.
    if (!(error instanceof Taken)) throw error;
    return {
      host: await save(({ state, failing_since: failingSince }) => ({ state, records, failingSince })),
      isTaken: true,
    };
  }
}
