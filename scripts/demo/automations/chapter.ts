import { sql } from 'kysely';
import type { Automation } from '../../../packages/contracts/src/automations.ts';
import type { Contact } from '../../../packages/contracts/src/contacts.ts';
import type { Ask } from '../caller.ts';
import { htmlOf } from '../campaigns.ts';
import type { Company, Mailing } from '../companies.ts';
import type { Demo } from '../demo.ts';
import { until } from '../forms/confirmations.ts';
import type { Account } from '../history.ts';
import { readEmails } from '../readers.ts';
import {
  type DocumentOf,
  reviewOf,
  type StepEmails,
  welcomeOf,
  welcomeSteps,
  winBackOf,
  winBackSteps,
} from './documents.ts';
import { passDays } from './pass-days.ts';
import { type AutomationWords, automationWords } from './words.ts';

/** Days that pass after each group of people got in: the first are done, the last wait for their second email. */
const gaps = { welcome: [4, 3, 3, 2, 2, 1], winBack: [3, 2] };
/** Of the people who are inside at the end, so many buy something today. */
const buyers = 2;

/** Of the first company of each account: one that is live with people at several steps, one that is paused, and a draft. */
export async function makeAutomations(demo: Demo, accounts: readonly Account[]): Promise<void> {
  demo.say('Walking people through the automations');
  for (const account of accounts) {
    const [owner] = account.companies;
    const words = owner && automationWords[owner.company.domain];
    if (!owner || !words) continue;
    await account.ask('POST', '/api/auth/set-active-client', { clientId: owner.clientId });
    await walkThrough(demo, account, owner, words);
    await account.ask('POST', '/api/auth/set-active-client', { clientId: null });
  }
}

type Owner = Account['companies'][number];
type Named = { items: { id: string }[] };

async function walkThrough(demo: Demo, account: Account, owner: Owner, words: AutomationWords): Promise<void> {
  const { ask } = account;
  const size = demo.contacts ? 3 : 9;
  const { items: people } = await ask<{ items: Contact[] }>('GET', '/api/contacts?limit=100&status=active');
  const groups = Array.from({ length: gaps.welcome.length + gaps.winBack.length }, (_, at) =>
    people.slice(at * size, (at + 1) * size).map(({ id }) => id),
  );
  const [form] = (await ask<Named>('GET', '/api/forms?limit=1')).items;
  const [segment] = (await ask<Named>('GET', '/api/segments?limit=1&search=Opened')).items;

  const welcome = await publish(ask, owner, words.welcome, { steps: welcomeSteps, documentOf: welcomeOf(form!.id) });
  await walk(demo, account, owner, { id: welcome, emails: words.welcome.emails, groups, gaps: gaps.welcome });
  await buy(ask, welcome);
  const winBack = await publish(ask, owner, words.winBack, { steps: winBackSteps, documentOf: winBackOf(segment!.id) });
  await walk(demo, account, owner, {
    id: winBack,
    emails: words.winBack.emails,
    groups: groups.slice(gaps.welcome.length),
    gaps: gaps.winBack,
  });
  await ask('PUT', `/api/automations/${winBack}/status`, { status: 'paused' });
  await create(ask, owner, words.review.name, reviewOf);
}

const create = (ask: Ask, { clientId }: Owner, name: string, documentOf: DocumentOf): Promise<Automation> =>
  ask('POST', '/api/automations', { name, document: documentOf({}), clientId });

type Plan = { steps: readonly string[]; documentOf: DocumentOf };
type Words = { name: string; emails: readonly Mailing[] };

async function publish(ask: Ask, owner: Owner, { name, emails }: Words, { steps, documentOf }: Plan): Promise<string> {
  const { id } = await create(ask, owner, name, documentOf);
  const written: Record<string, string> = {};
  for (const [at, stepId] of steps.entries())
    written[stepId] = await write(ask, owner.company, { automationId: id, stepId }, emails[at]!);
  const known: StepEmails = written;
  const { draftNo } = await ask<Automation>('PUT', `/api/automations/${id}/draft`, { document: documentOf(known) });
  await ask('POST', `/api/automations/${id}/publish`, { draftNo });
  return id;
}

type EmailPlace = { automationId: string; stepId: string };

async function write(ask: Ask, company: Company, place: EmailPlace, mailing: Mailing): Promise<string> {
  const { automationId, stepId } = place;
  const { name, subject, preview } = mailing;
  const { campaignId } = await ask<{ campaignId: string }>('POST', `/api/automations/${automationId}/emails`, {
    stepId,
    name,
    subject,
  });
  await ask('PUT', `/api/campaigns/${campaignId}`, { previewText: preview, htmlContent: htmlOf(company, mailing) });
  return campaignId;
}

type Walk = { id: string; emails: readonly Mailing[]; groups: readonly string[][]; gaps: readonly number[] };

/** One group after the other gets in; in between days pass, and whoever is due goes on by the engine itself. */
async function walk(demo: Demo, { ask, organizationId }: Account, { company }: Owner, plan: Walk): Promise<void> {
  const which = { organizationId, automationId: plan.id };
  for (const [at, days] of plan.gaps.entries()) {
    const contactIds = plan.groups[at] ?? [];
    if (contactIds.length > 0) await ask('POST', `/api/automations/${plan.id}/runs`, { contactIds });
    await settle(demo, which);
    await read(demo, company, which, plan.emails);
    await passDays(demo.database, which, days);
  }
  await settle(demo, which);
}

type Which = { organizationId: string; automationId: string };

/** Nobody is due, and every email has left. */
const settle = ({ database }: Demo, { organizationId, automationId }: Which): Promise<void> =>
  until('people of the automation went on', async () => {
    const db = database.tenant({ organizationId });
    const { rows } = await sql<{ busy: boolean }>`
      select exists (select from automation_runs where organization_id = ${organizationId} and automation_id = ${automationId} and wake_at <= now())
        or exists (select from campaign_sends sends join campaigns on campaigns.organization_id = sends.organization_id and campaigns.id = sends.campaign_id
          where sends.organization_id = ${organizationId} and campaigns.automation_id = ${automationId}
            and sends.state in ('pending', 'claimed', 'offering')) as busy`.execute(db);
    return rows[0]?.busy === false;
  });

const readBefore = new Set<unknown>();

/** Readers open and follow what came since the last time. */
async function read(
  { mail, server, bouncePort, database }: Demo,
  company: Company,
  which: Which,
  emails: readonly Mailing[],
) {
  const since = await countRead(database, which);
  let done = 0;
  for (const { subject, button } of emails) {
    const fresh = mail.mails.filter(
      (one) => one.subject === subject && one.from.includes(`@${company.domain}`) && !readBefore.has(one),
    );
    for (const one of fresh) readBefore.add(one);
    const did = await readEmails({ server, bouncePort, bouncing: 0 }, fresh, button);
    done += did.opened + did.clicked;
  }
  await until('emails of the automation were read', async () => (await countRead(database, which)) >= since + done);
}

async function countRead(database: Demo['database'], { organizationId, automationId }: Which): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select count(*)::int as read from contact_activity lines join campaigns on campaigns.organization_id = lines.organization_id and campaigns.id = lines.ref_id
    where lines.organization_id = ${organizationId} and campaigns.automation_id = ${automationId} and lines.type in ('email.opened', 'email.clicked')`.execute(
    database.tenant({ organizationId }),
  );
  return rows[0]?.read ?? 0;
}

/** They reach the goal today. */
async function buy(ask: Ask, automationId: string): Promise<void> {
  const { items } = await ask<{ items: { contactId: string }[] }>(
    'GET',
    `/api/automations/${automationId}/runs?limit=${buyers}`,
  );
  for (const { contactId } of items)
    await ask('POST', '/api/purchases', { contactId, amount: '24.50', currency: 'USD' });
  await until('buyers reached the goal', async () => {
    const { reached } = await ask<Automation>('GET', `/api/automations/${automationId}`);
    return reached >= items.length;
  });
}
