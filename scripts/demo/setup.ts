import type { Account } from './history.ts';

const segments = [
  { name: 'New this month', rules: [{ kind: 'date', field: 'createdAt', op: 'inLast', days: 30 }] },
  { name: 'Opened in the last 60 days', rules: [{ kind: 'activity', activity: 'email.opened', op: 'did', days: 60 }] },
];

/** Segments and QR codes of one company; the session shows that company. */
export async function makeSegmentsAndCodes(
  { ask, contacts }: Pick<Account, 'ask' | 'contacts'>,
  { company, clientId }: Account['companies'][number],
): Promise<void> {
  const tag = contacts.tags.find(({ owner }) => (contacts.owners[owner] ?? null) === clientId);
  const byTag = tag && { name: `${tag.name}, active`, rules: activeWith(tag.id) };
  for (const { name, rules } of [...segments, ...(byTag ? [byTag] : [])])
    await ask('POST', '/api/segments', { name, rules: { match: 'all', rules }, clientId });
  for (const { name, path } of company.codes)
    await ask('POST', '/api/qr-codes', { name, targetUrl: `https://www.${company.domain}${path}`, clientId });
}

const activeWith = (tagId: string) => [
  { kind: 'tag', op: 'hasAnyOf', tagIds: [tagId] },
  { kind: 'status', op: 'isAnyOf', values: ['active'] },
];
