import type { APIRequestContext } from '@playwright/test';
import type { Locale } from '../../scripts/words/texts.ts';
import { addContact, addTag, tagContact } from '../contact-seeds.ts';
import { registerByCall } from '../people.ts';
import { addCode } from '../qr-seeds.ts';

/** An agency with something in every list, whose admin reads that language. */
export async function openOffice(locale: Locale): Promise<{ email: string; pages: string[]; api: APIRequestContext }> {
  const { api, email } = await registerByCall('AGENCY');
  await api.put('/api/profile', { data: { name: 'Priya Raman', locale } });
  await api.post('/api/clients', { data: { name: 'Maple & Rye Bakery' } });
  const tag = await addTag(api, 'Bread club', '#F59E0B');
  const people = await Promise.all(
    ['Hannah', 'Theo', 'Marisol'].map((firstName, at) =>
      addContact(api, {
        email: `${firstName.toLowerCase()}@mapleandrye.example`,
        firstName,
        lastName: 'Okafor',
        status: at % 2 === 0 ? 'lead' : 'active',
      }),
    ),
  );
  const [first, second] = people.map(({ id }) => id);
  await tagContact(api, first!, tag.id);
  await api.post(`/api/contacts/${second}/consents`, { data: { channel: 'email', state: 'withdrawn' } });
  await api.post('/api/suppressions', { data: { address: 'former@mapleandrye.example' } });
  const rules = { match: 'all', rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [tag.id] }] };
  const segment = (await (await api.post('/api/segments', { data: { name: 'Bread club', rules } })).json()) as {
    id: string;
  };
  const code = await addCode(api, 'Bread club', 'https://mapleandrye.example/menu');
  await api.post('/api/sending/domains', { data: { domain: `${Date.now()}.mapleandrye.example` } });
  await api.post('/api/team/invitations', { data: { email: `mateo.${Date.now()}@mapleandrye.example`, role: 'USER' } });
  const sheet = `/dashboard/contacts?contact=${first}`;
  return {
    api,
    email,
    pages: [
      sheet,
      '/dashboard/contacts?add=true',
      '/dashboard/contacts?import=new',
      `/dashboard/contacts/segments/${segment.id}`,
      `/dashboard/qr-codes/${code.id}`,
    ],
  };
}
