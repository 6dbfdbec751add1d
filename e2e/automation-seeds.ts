import { type APIRequestContext, expect } from '@playwright/test';

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
