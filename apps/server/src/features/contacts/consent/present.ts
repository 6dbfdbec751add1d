import type { Consent } from '@waggle/contracts/suppressions';
import type { ConsentRow } from './queries.ts';

export const presentConsent = (row: ConsentRow): Consent => ({
  id: row.id,
  channel: row.channel as Consent['channel'],
  state: row.state as Consent['state'],
  basis: row.basis,
  textShown: row.text_shown,
  textVersion: row.text_version,
  source: row.source,
  recordedBy: row.recorded_by,
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
