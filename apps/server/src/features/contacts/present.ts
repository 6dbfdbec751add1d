import type { Contact } from '@waggle/contracts/contacts';
import type { Tag } from '@waggle/contracts/tags';
import type { TaggedContact } from './contacts.ts';
import type { UsedTag } from './tags/queries.ts';

export const presentContact = (row: TaggedContact): Contact => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  phoneE164: row.phone_e164,
  company: row.company,
  timeZone: row.time_zone,
  source: row.source as Contact['source'],
  status: row.status as Contact['status'],
  emailConsent: row.email_consent as Contact['emailConsent'],
  smsConsent: row.sms_consent as Contact['smsConsent'],
  attributes: row.attributes as Contact['attributes'],
  clientId: row.client_id,
  tags: row.tags.map(({ id, name, color }) => ({ id, name, color: color as Tag['color'] })),
  lastActivityAt: row.last_activity_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const presentTag = (row: UsedTag): Tag => ({
  id: row.id,
  name: row.name,
  color: row.color as Tag['color'],
  clientId: row.client_id,
  contacts: Number(row.contacts),
  segments: Number(row.segments),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
