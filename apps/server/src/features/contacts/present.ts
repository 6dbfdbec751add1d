import type { Contact } from '@waggle/contracts/contacts';
import type { Tag } from '@waggle/contracts/tags';
import type { TaggedContact } from './contacts.ts';
import type { TagRow } from './tags/queries.ts';

export const presentContact = (row: TaggedContact): Contact => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  source: row.source as Contact['source'],
  status: row.status as Contact['status'],
  clientId: row.client_id,
  tags: row.tags.map(({ id, name, color }) => ({ id, name, color: color as Tag['color'] })),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const presentTag = (row: TagRow): Tag => ({
  id: row.id,
  name: row.name,
  color: row.color as Tag['color'],
  clientId: row.client_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
