import type { ContactView, ContactViewState } from '@waggle/contracts/contact-views';
import type { ViewRow } from './queries.ts';

export const presentView = ({ id, name, owner_id, state, updated_at }: ViewRow): ContactView => ({
  id,
  name,
  shared: owner_id === null,
  state: state as unknown as ContactViewState,
  updatedAt: updated_at.toISOString(),
});
