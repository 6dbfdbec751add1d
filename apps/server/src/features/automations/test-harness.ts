import type { AutomationDocument, Step } from '@waggle/contracts/automation-document';
import { emptyDocument } from '@waggle/contracts/automation-document';
import { expect } from 'vitest';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import type { TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';

/** Let in by hand, and nobody twice. */
export const documentOf = (steps: readonly Step[], more: Partial<AutomationDocument> = {}): AutomationDocument => ({
  ...emptyDocument,
  triggers: [{ kind: 'manual' }],
  steps: [...steps],
  ...more,
});

export const waitDays = (id: string, amount: number): Step => ({ id, kind: 'wait', for: { amount, unit: 'days' } });

/** An organization on a plan with automations. */
export async function adminOn(api: TestApi, tier = 'plus'): Promise<Person> {
  const admin = await registerAdmin(api);
  await api.db.owner.query('update organizations set subscription_tier = $2 where id = $1', [
    admin.user.organizationId,
    tier,
  ]);
  return admin;
}

export const path = '/api/automations';

export const create = (person: Pick<Person, 'request'>, document: AutomationDocument, more: object = {}) =>
  ask(person, 'POST', path, { name: 'Welcome', document, ...more });

export async function publish(
  person: Pick<Person, 'request'>,
  document: AutomationDocument,
  more: object = {},
): Promise<string> {
  const { id } = await create(person, document, more);
  await ask(person, 'POST', `${path}/${id}/publish`, { draftNo: 1 });
  return id;
}

export const emailStep = (id: string, campaignId: string | null): Step => ({
  id,
  kind: 'email',
  campaignId,
  hours: null,
  cap: 'obey',
});

/** An automation whose emails are written, each with its step as subject, and that is published. */
export async function publishEmails(
  person: Pick<Person, 'request'>,
  document: (emails: Record<string, string>) => AutomationDocument,
  ids: readonly string[],
): Promise<string> {
  const none = Object.fromEntries(ids.map((id) => [id, null as unknown as string]));
  const { id } = await create(person, document(none));
  const emails: Record<string, string> = {};
  for (const stepId of ids) {
    const { campaignId } = await ask(person, 'POST', `${path}/${id}/emails`, { stepId, name: stepId, subject: stepId });
    await ask(person, 'PUT', `/api/campaigns/${campaignId}`, { htmlContent: '<p>Hello {{first_name}}</p>' });
    emails[stepId] = campaignId;
  }
  const { draftNo } = await ask(person, 'PUT', `${path}/${id}/draft`, { document: document(emails) });
  await ask(person, 'POST', `${path}/${id}/publish`, { draftNo });
  return id;
}

export const enter = (person: Pick<Person, 'request'>, id: string, contactIds: readonly string[]) =>
  ask(person, 'POST', `${path}/${id}/runs`, { contactIds });

/** Until everybody had a first turn and waits for hours: before it, time that passes is no time they waited. */
export async function resting(person: Pick<Person, 'request'>, id: string): Promise<void> {
  const isWaiting = (run: { nextRunAt: string }): boolean => Date.parse(run.nextRunAt) > Date.now() + 3_600_000;
  await expect
    .poll(async () => (await ask(person, 'GET', `${path}/${id}/runs`)).items, { timeout: 60_000, interval: 100 })
    .toSatisfy((runs: { nextRunAt: string }[]) => runs.length > 0 && runs.every(isWaiting));
}

/** As if so much time had passed: everything that waits waits so much less. */
export async function letPass(api: TestApi, automationId: string, interval: string): Promise<void> {
  await api.db.owner.query(
    `update automation_runs set wake_at = wake_at - $2::interval, deadline = deadline - $2::interval,
       arrived_at = arrived_at - $2::interval, entered_at = entered_at - $2::interval where automation_id = $1`,
    [automationId, interval],
  );
  await api.db.owner.query(
    `update automation_places set next_at = next_at - $2::interval where automation_id = $1 and next_at < 'infinity'`,
    [automationId, interval],
  );
}
