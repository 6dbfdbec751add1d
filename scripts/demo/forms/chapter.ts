import type { Contact } from '../../../packages/contracts/src/contacts.ts';
import type { Form, FormFunnel, ListedForm } from '../../../packages/contracts/src/forms.ts';
import type { QrCode } from '../../../packages/contracts/src/qr-codes.ts';
import type { Ask } from '../caller.ts';
import type { Demo } from '../demo.ts';
import type { Account } from '../history.ts';
import { scanCodes } from '../scans.ts';
import { sendForms } from './browser.ts';
import { confirmSignUps, until } from './confirmations.ts';
import { formPlans } from './definitions.ts';
import { moveFormsBack } from './move-back.ts';
import { type Known, sendersOf, type ShownForm } from './visitors.ts';
import { countVisits, viewsOf } from './visits.ts';
import { formWords } from './words.ts';

/** Places in the list of made-up people from which nobody else takes any. */
const firstPerson = 20_000;
const peopleOfForm = 500;
/** Scans of the code of a form by people who then sent nothing. */
const otherScans = 60;

/** Forms of three months: made and published by calls, filled in on their pages, confirmed by email, and then moved back in time. */
export async function makeForms(demo: Demo, accounts: readonly Account[]): Promise<void> {
  demo.say('Publishing the forms and filling them in');
  const now = Date.now();
  const share = demo.contacts ? 0.17 : 1;
  const forms: ShownForm[] = [];
  for (const account of accounts)
    for (const owner of account.companies)
      forms.push(...(await publishForms(account, owner, { now, share, taken: forms.length })));
  const since = new Date();
  await countVisits(demo.database, forms, now);
  const sent = await sendForms(demo.server, forms);
  const codes = await scanMore(demo, forms, { now, share });
  for (const account of accounts) await arrived(account.ask, ofAccount(forms, account), codes);
  demo.say('Confirming the sign-ups');
  await confirmSignUps(demo, forms);
  for (const account of accounts)
    await moveFormsBack(demo.database, {
      organizationId: account.organizationId,
      forms: ofAccount(forms, account),
      sent,
      since,
    });
}

const ofAccount = (forms: readonly ShownForm[], { organizationId }: Account) =>
  forms.filter((form) => form.organizationId === organizationId);

type Choice = { now: number; share: number; taken: number };

async function publishForms(
  { ask, organizationId, contacts }: Account,
  { company, clientId }: Account['companies'][number],
  { now, share, taken }: Choice,
): Promise<ShownForm[]> {
  const words = formWords[company.domain];
  if (!words) throw new Error(`${company.domain} has no words for its forms.`);
  await ask('POST', '/api/auth/set-active-client', { clientId });
  const known = await peopleOf(ask);
  const tag = contacts.tags.find(({ owner }) => (contacts.owners[owner] ?? null) === clientId);
  const shown: ShownForm[] = [];
  for (const [at, plan] of formPlans(words, company.sender.name, tag ? [tag.id] : []).entries()) {
    const { name, definition, code: codeName } = plan;
    const form = await ask<Form>('POST', '/api/forms', { name, ...definition, clientId });
    const code =
      codeName && (await ask<QrCode>('POST', '/api/qr-codes', { name: codeName, formId: form.id, clientId }));
    const choice = { label: company.domain, share, now, firstPerson: firstPerson + (taken + at) * peopleOfForm, known };
    shown.push({
      id: form.id,
      version: form.version ?? 1,
      organizationId,
      clientId,
      codeId: code ? code.id : undefined,
      codePath: code ? new URL(code.shortUrl).pathname : undefined,
      plan,
      senders: sendersOf(plan, choice),
    });
  }
  await ask('POST', '/api/auth/set-active-client', { clientId: null });
  return shown;
}

async function peopleOf(ask: Ask): Promise<Known[]> {
  const { items } = await ask<{ items: Contact[] }>('GET', '/api/contacts?limit=100&status=active');
  return items.map(({ email, firstName, lastName, phone, createdAt }) => ({
    person: { email, firstName: firstName ?? '', lastName: lastName ?? '', phone },
    since: Date.parse(createdAt),
  }));
}

/** Scans that led to nothing, so that a code has more scans than submissions. Answers how many each code has in all. */
async function scanMore(
  { database }: Demo,
  forms: readonly ShownForm[],
  { now, share }: Pick<Choice, 'now' | 'share'>,
) {
  const scans = Math.round(otherScans * share);
  const counts = new Map<string, number>();
  const codes = forms.flatMap(({ codeId, organizationId, clientId, plan, senders }) => {
    if (codeId === undefined) return [];
    counts.set(codeId, scans + senders.filter(({ isScan }) => isScan).length);
    return [{ id: codeId, organizationId, clientId, name: `${plan.name} of ${clientId ?? organizationId}`, scans }];
  });
  await scanCodes(database, codes, now);
  return counts;
}

/** The worker has counted every submission, visit and scan. */
async function arrived(ask: Ask, forms: readonly ShownForm[], codes: ReadonlyMap<string, number>): Promise<void> {
  const people = new Map(forms.map(({ id, senders }) => [id, senders.filter(({ isSpam }) => !isSpam).length]));
  await until('submissions arrived', async () => {
    const { items } = await ask<{ items: ListedForm[] }>('GET', '/api/forms?limit=100');
    return items.every(({ id, submissions }) => submissions >= (people.get(id) ?? 0));
  });
  await until('scans arrived', async () => {
    const { items } = await ask<{ items: QrCode[] }>('GET', '/api/qr-codes?limit=100');
    return items.every(({ id, scans }) => scans >= (codes.get(id) ?? 0));
  });
  for (const form of forms) {
    const spam = form.senders.filter(({ isSpam }) => isSpam).length;
    await until('visits and spam arrived', async () => {
      const { views } = await ask<FormFunnel>('GET', `/api/forms/${form.id}/funnel`);
      const { total } = await ask<{ total: number }>('GET', `/api/forms/${form.id}/spam?limit=1`);
      return views >= viewsOf(form) && total >= spam;
    });
  }
}
