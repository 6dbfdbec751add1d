import { type APIRequestContext, expect } from '@playwright/test';
import { type SendingDomain } from '../packages/contracts/src/sending.ts';
import { setUpSending } from './campaign-seeds.ts';
import { addContact } from './contact-seeds.ts';
import { newAddress, publishRecord, registerByCall } from './people.ts';

const post = async <Reply>(api: APIRequestContext, path: string, data?: object): Promise<Reply> => {
  const answer = await api.post(path, data && { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Reply;
};

type Id = { id: string };

async function addClient(api: APIRequestContext, name: string, people: number): Promise<string> {
  const { id } = await post<Id>(api, '/api/clients', { name });
  for (let added = 0; added < people; added += 1)
    await addContact(api, { email: newAddress('reader'), clientId: id, status: 'active' });
  return id;
}

async function buy(api: APIRequestContext, clientId: string, amount: string): Promise<void> {
  const { id: contactId } = await addContact(api, { email: newAddress('buyer'), clientId, status: 'active' });
  await post(api, '/api/purchases', { contactId, amount, currency: 'USD' });
}

/** Verified, and then without its DMARC record. */
async function loseRecord(api: APIRequestContext, clientId: string): Promise<string> {
  const name = `${newAddress('maple').split('@')[0]!.replaceAll('.', '-')}.example`;
  const domain = await post<SendingDomain>(api, '/api/sending/domains', { domain: name, clientId });
  for (const record of domain.records) await publishRecord(record.name, record.value);
  const check = () => post<SendingDomain>(api, `/api/sending/domains/${domain.id}/check`);
  expect((await check()).state).toBe('verified');
  await publishRecord(domain.records.find(({ purpose }) => purpose === 'dmarc')!.name, 'gone');
  expect((await check()).state).toBe('failing');
  return name;
}

/** A server that nobody runs, and a test email that it did not take. */
async function failTest(api: APIRequestContext, clientId: string): Promise<void> {
  const { items } = (await (await api.get('/api/sending/senders')).json()) as { items: Id[] };
  const connection = { name: 'Relay', host: '127.0.0.1', port: 9, tls: 'none', isDefault: true };
  await post(api, '/api/auth/set-active-client', { clientId });
  const { id: connectionId } = await post<Id>(api, '/api/sending/connections', connection);
  await post(api, '/api/auth/set-active-client', { clientId: null });
  await post(api, '/api/sending/test', { senderId: items[0]!.id, connectionId });
}

/** An agency with four clients: a record of Maple is gone and the connection of Juniper fails; Alder and Northlight are well. */
export async function openAgency(locale = 'en') {
  const account = await registerByCall('AGENCY');
  const { api } = account;
  await api.put('/api/profile', { data: { name: 'Priya Raman', locale } });
  await setUpSending(api, 'Fernhill Studio');
  await addClient(api, 'Alder Dental', 1);
  const maple = await addClient(api, 'Maple & Rye Bakery', 3);
  const juniper = await addClient(api, 'Juniper Spa', 1);
  const northlight = await addClient(api, 'Northlight Yoga', 2);
  await buy(api, northlight, '80.00');
  await buy(api, juniper, '250.00');
  const domain = await loseRecord(api, maple);
  await failTest(api, juniper);
  return { ...account, domain };
}
