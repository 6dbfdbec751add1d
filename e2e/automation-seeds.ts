import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { Step } from '../packages/contracts/src/automation-document.ts';
import type { Automation } from '../packages/contracts/src/automations.ts';

const document = {
  format: 1,
  triggers: [{ kind: 'manual' }],
  entry: { filter: null, again: 'never' },
  stay: { filter: null, leaveWhen: [] },
  goal: null,
  hours: null,
  steps: [{ id: 'waitaday', kind: 'wait', for: { amount: 1, unit: 'days' } }],
};

/** A live automation called Welcome in which people wait for a day. */
export async function addLiveWait(api: APIRequestContext, more: object = {}): Promise<string> {
  const data = { name: 'Welcome', document: { ...document, ...more }, clientId: null };
  const made = await api.post('/api/automations', { data });
  const { id } = (await made.json()) as { id: string };
  const published = await api.post(`/api/automations/${id}/publish`, { data: { draftNo: 1 } });
  expect(published.ok(), await published.text()).toBe(true);
  return id;
}

/** The same with these contacts inside. */
export async function addWaiting(api: APIRequestContext, contactIds: readonly string[]): Promise<string> {
  const id = await addLiveWait(api);
  const entered = await api.post(`/api/automations/${id}/runs`, { data: { contactIds } });
  expect(entered.ok(), await entered.text()).toBe(true);
  return id;
}

type Mailing = { steps: readonly object[]; emailId: string; subject: string };

/** A live automation with one email, which is written. */
export async function addMailing(api: APIRequestContext, { steps, emailId, subject }: Mailing): Promise<string> {
  const ask = async <Reply>(method: 'post' | 'put', path: string, data: object): Promise<Reply> => {
    const answer = await api[method](path, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Reply;
  };
  const written = { ...document, steps };
  const { id } = await ask<{ id: string }>('post', '/api/automations', {
    name: 'Welcome',
    document: written,
    clientId: null,
  });
  const path = `/api/automations/${id}`;
  const { campaignId } = await ask<{ campaignId: string }>('post', `${path}/emails`, {
    stepId: emailId,
    name: subject,
    subject,
  });
  await ask('put', `/api/campaigns/${campaignId}`, { htmlContent: '<p>Hello {{first_name}}</p>' });
  const named = JSON.parse(JSON.stringify(written), (_, value: { id?: string }) =>
    value?.id === emailId ? { ...value, campaignId } : value,
  ) as object;
  const { draftNo } = await ask<{ draftNo: number }>('put', `${path}/draft`, { document: named });
  await ask('post', `${path}/publish`, { draftNo });
  return id;
}

export const waitDays = (id: string, amount: number) => ({ id, kind: 'wait', for: { amount, unit: 'days' } });

export async function onlyAutomation(api: APIRequestContext): Promise<Automation> {
  const { items } = (await (await api.get('/api/automations')).json()) as { items: { id: string }[] };
  expect(items).toHaveLength(1);
  return (await (await api.get(`/api/automations/${items[0]!.id}`)).json()) as Automation;
}

/** The kinds of steps, lanes in brackets. */
const shape = (steps: readonly Step[]): unknown[] =>
  steps.map((step) => ('lanes' in step ? [step.kind, ...step.lanes.map((lane) => shape(lane.steps))] : step.kind));
export const shapeOf = async (api: APIRequestContext) => {
  const { draft } = await onlyAutomation(api);
  return { triggers: draft.triggers.map(({ kind }) => kind), steps: shape(draft.steps) };
};
/** What the recipe of a welcome journey is made of. */
export const welcome = { triggers: ['form.submitted'], steps: ['email', 'wait', ['if', ['goal'], ['email']]] };

export const steps = (page: Page) => page.getByRole('group', { name: 'Steps' });
export const row = (page: Page, name: RegExp | string): Locator =>
  page.locator('[data-select]').filter({ hasText: name });
