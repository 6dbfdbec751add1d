import type { Run } from '@waggle/contracts/automations';
import { expect } from 'vitest';
import type { FakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { ask, type ReadyAdmin } from '../../../../test/sending/ready-admin.ts';

export const campaigns = '/api/campaigns';
export const ids = ['firstone', 'secondon', 'thirdone'] as const;
const wait = { amount: 2, unit: 'days' };

export const emailsOf = (list: readonly string[]) => list.map((id, at) => ({ id, wait: at === 0 ? null : wait }));

/** A sequence whose emails are written; their subjects are the ids of their steps. */
export async function writeSequence(admin: Pick<ReadyAdmin, 'request'>, more: object = {}): Promise<string> {
  const body = { type: 'SEQUENCE', name: 'Bread course', emails: emailsOf(ids), ...more };
  const { id, emails } = await ask(admin, 'POST', campaigns, body);
  for (const { id: stepId, campaignId } of emails)
    await ask(admin, 'PUT', `${campaigns}/${campaignId}`, {
      subject: stepId,
      htmlContent: '<p>Hello {{first_name}} <a href="https://example.com/bread">Bread</a></p>',
    });
  return id;
}

export const start = (admin: Pick<ReadyAdmin, 'request'>, id: string) =>
  ask(admin, 'POST', `${campaigns}/${id}/send`, { afterSeconds: 0 });

export const read = (admin: Pick<ReadyAdmin, 'request'>, id: string) => ask(admin, 'GET', `${campaigns}/${id}`);

const subjectOf = (raw: string) => /^Subject: (.*)\r$/m.exec(raw)?.[1] ?? '';
/** From one organization: emails of the test before may still be on their way. */
export const sentOf = (smtp: FakeSmtp, { domain }: Pick<ReadyAdmin, 'domain'>) =>
  smtp.received
    .filter(({ raw }) => raw.includes(`@${domain.domain}>`))
    .map(({ to, raw }) => `${to} ${subjectOf(raw)}`)
    .toSorted();

/** Each of these people got each of these emails, and nobody anything else. */
export const mailed = (people: readonly { email: string }[], subjects: readonly string[]) =>
  people.flatMap(({ email }) => subjects.map((subject) => `${email} ${subject}`)).toSorted();

export const patience = { timeout: 60_000, interval: 100 };

export async function reaches(admin: Pick<ReadyAdmin, 'request'>, id: string, status: string): Promise<void> {
  await expect.poll(async () => (await read(admin, id)).status, patience).toBe(status);
}

/** Everybody got in and waits for the next email. */
export async function waitsInside(admin: Pick<ReadyAdmin, 'request'>, id: string, people: number): Promise<void> {
  const soon = Date.now() + 3_600_000;
  const waiting = async () => {
    const { items } = (await ask(admin, 'GET', `/api/automations/${id}/runs?limit=100`)) as { items: Run[] };
    return items.filter(({ nextRunAt }) => nextRunAt !== null && Date.parse(nextRunAt) > soon).length;
  };
  await expect.poll(waiting, patience).toBe(people);
}
