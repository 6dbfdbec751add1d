import { type APIRequestContext, expect } from '@playwright/test';
import { type Campaign } from '../packages/contracts/src/campaigns.ts';
import { type SendingDomain } from '../packages/contracts/src/sending.ts';
import { mailServer, newAddress, publishRecord } from './people.ts';

const post = async <Reply>(api: APIRequestContext, path: string, data: object): Promise<Reply> => {
  const answer = await api.post(path, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Reply;
};

/** A verified domain, a sender, a postal address and a way out: everything a campaign needs before it leaves. */
export async function setUpSending(api: APIRequestContext, fromName = 'Maple & Rye'): Promise<{ from: string }> {
  const name = `${newAddress('mail').split('@')[0]!.replaceAll('.', '-')}.example`;
  const domain = await post<SendingDomain>(api, '/api/sending/domains', { domain: name });
  for (const record of domain.records) await publishRecord(record.name, record.value);
  await api.post(`/api/sending/domains/${domain.id}/check`);
  await api.put('/api/sending/address', { data: { postalAddress: '418 Alder Street\nPortland, OR 97205' } });
  const from = `hello@${name}`;
  await post(api, '/api/sending/senders', { fromName, fromEmail: from, isDefault: true });
  const { hostname, port } = await mailServer();
  await post(api, '/api/sending/connections', {
    name: 'Catcher',
    host: hostname,
    port: Number(port),
    tls: 'none',
    isDefault: true,
  });
  return { from };
}

export const addCampaign = (api: APIRequestContext, fields: object = {}): Promise<Campaign> =>
  post<Campaign>(api, '/api/campaigns', {
    name: 'Spring Sourdough Club',
    subject: 'The starter is ready when you are',
    htmlContent: '<p>Hello {{first_name}}</p>',
    ...fields,
  });

export async function readCampaign(api: APIRequestContext, campaignId: string): Promise<Campaign> {
  return (await (await api.get(`/api/campaigns/${campaignId}`)).json()) as Campaign;
}
