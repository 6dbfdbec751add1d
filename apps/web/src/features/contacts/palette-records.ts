import { listContacts } from '@waggle/contracts/contacts';
import { listSegments } from '@waggle/contracts/segments';
import { listTags } from '@waggle/contracts/tags';
import { call } from '#lib/api.ts';
import type { RecordSearch } from '#lib/registry.ts';
import { nameOf } from './contact-words.tsx';
import { treeOf } from './filters/conditions.ts';

type Find = RecordSearch['find'];
const at = '/dashboard/contacts' as const;

export const findContacts: Find = async (query, signal) => {
  const { items, searchedFor } = await call(listContacts, { query }, signal);
  const records = items.map((contact) => ({
    id: contact.id,
    label: nameOf(contact),
    ...(nameOf(contact) !== contact.email && { hint: contact.email }),
    link: { to: at, search: { contact: contact.id } },
    clientId: contact.clientId,
  }));
  return { records, searchedFor };
};

export const findSegments: Find = async (query, signal) => {
  const { items } = await call(listSegments, { query }, signal);
  const to = `${at}/segments/$segmentId` as const;
  return {
    records: items.map(({ id, name, clientId }) => ({
      id,
      label: name,
      link: { to, params: { segmentId: id } },
      clientId,
    })),
  };
};

/** A tag leads to the contacts who have it. */
export const findTags: Find = async (query, signal) => {
  const { items } = await call(listTags, { query }, signal);
  return {
    records: items.map(({ id, name, clientId }) => ({
      id,
      label: name,
      link: { to: at, search: { rules: treeOf([{ kind: 'tag', op: 'hasAnyOf', tagIds: [id] }]) } },
      clientId,
    })),
  };
};
