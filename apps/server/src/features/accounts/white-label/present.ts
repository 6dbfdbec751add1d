import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { readWhiteLabel } from '@waggle/contracts/white-label';
import type { WhiteLabelRow } from './queries.ts';

const nothing: WhiteLabelRow = {
  is_on: false,
  name: '',
  accent: null,
  mark_id: null,
  mark_name: null,
  wide_id: null,
  wide_name: null,
  support_email: null,
  hides_powered_by: false,
};

export function presentWhiteLabel(publicUrl: string, row: WhiteLabelRow = nothing): ReplyInput<typeof readWhiteLabel> {
  const picture = (id: string | null, name: string | null) =>
    id && name ? { id, url: `${publicUrl}/f/${name}` } : null;
  return {
    isOn: row.is_on,
    name: row.name,
    accent: row.accent,
    mark: picture(row.mark_id, row.mark_name),
    wide: picture(row.wide_id, row.wide_name),
    supportEmail: row.support_email ?? '',
    hidesPoweredBy: row.hides_powered_by,
  };
}
