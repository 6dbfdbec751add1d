import type { ContactField } from '@waggle/contracts/contact-fields';
import type { FieldRow } from './queries.ts';

export const presentField = ({ id, key, label, type, options, client_id }: FieldRow): ContactField => ({
  id,
  key,
  label,
  type: type as ContactField['type'],
  options,
  clientId: client_id,
});
