// An automation of three emails through the product's API, with everybody inside.
import { type AutomationDocument, emptyDocument, type Step } from '../packages/contracts/src/automation-document.ts';
import type * as acts from './restore-drill.ts';
import { type RestoreHarness, tenantOf } from './restore-harness.ts';

export const emails = ['emailaaa', 'emailbbb', 'emailccc'] as const;
/** People let in by one call. */
const atOnce = 250;

export type Parts = Pick<acts.Drill, 'harness' | 'bin' | 'scene' | 'think'>;
export type Inside = { drill: acts.Drill; automationId: string };

export async function letIn(parts: Parts): Promise<Inside> {
  const { harness, scene } = parts;
  await harness.machines.startAll();
  const { organizationId, cookie } = await tenantOf(harness, scene.people);
  await harness.owner.query(`update organizations set subscription_tier = 'plus' where id = $1`, [organizationId]);
  await harness.owner.query('update directory.users set email_confirmed_at = now()');
  const automationId = await publish(harness, cookie);
  const { rows } = await harness.owner.query<{ id: string }>('select id from contacts order by id');
  const contactIds = rows.map(({ id }) => id);
  for (let at = 0; at < contactIds.length; at += atOnce)
    await post(
      harness,
      `/api/automations/${automationId}/runs`,
      { contactIds: contactIds.slice(at, at + atOnce) },
      cookie,
    );
  const mailed = { organizationId, campaignId: '' };
  return { drill: { ...parts, cookie, mailed, before: [] }, automationId };
}

async function publish(harness: RestoreHarness, cookie: string): Promise<string> {
  const written: Record<string, string> = {};
  const { id } = await post(harness, '/api/automations', { name: 'Welcome', document: documentOf({}) }, cookie);
  for (const stepId of emails) {
    const email = { stepId, name: stepId, subject: stepId };
    const { campaignId } = await post(harness, `/api/automations/${id}/emails`, email, cookie);
    await put(harness, `/api/campaigns/${campaignId}`, { htmlContent: '<p>Hello {{first_name}}</p>' }, cookie);
    written[stepId] = campaignId!;
  }
  const { draftNo } = await put(harness, `/api/automations/${id}/draft`, { document: documentOf(written) }, cookie);
  await post(harness, `/api/automations/${id}/publish`, { draftNo }, cookie);
  return id!;
}

const documentOf = (campaigns: Record<string, string>): AutomationDocument => ({
  ...emptyDocument,
  triggers: [{ kind: 'manual' }],
  steps: emails.flatMap((id): Step[] => [
    { id, kind: 'email', campaignId: campaigns[id] ?? null, hours: null, cap: 'ignore' },
    { id: id.replace('email', 'waits'), kind: 'wait', for: { amount: 1, unit: 'hours' } },
  ]),
});

type Answer = { id?: string; campaignId?: string; draftNo?: number };
const asked =
  (method: 'post' | 'put') => async (harness: RestoreHarness, path: string, body: object, cookie: string) => {
    const answer = await harness.api[method](path, body, cookie);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  };
const post = asked('post');
const put = asked('put');

/** As a person does who has read the list. Answers whether it was held. */
export async function resume({ drill: { harness }, automationId }: Inside): Promise<boolean> {
  const cookie = await harness.api.signIn();
  const read = await harness.api.get(`/api/automations/${automationId}`, cookie);
  const { holdReason } = (await read.json()) as { holdReason: string | null };
  if (holdReason !== null)
    await put(harness, `/api/automations/${automationId}/status`, { status: 'live', overdue: 'go-on' }, cookie);
  return holdReason !== null;
}
