import { confirmationToken } from '../../src/features/accounts/confirmation/confirmation-token.ts';
import type { TestApi } from '../harness/test-api.ts';
import type { Guest } from './tenant.ts';

/** The link of somebody who has not confirmed their address yet. */
export async function confirmation(api: TestApi, guest: Guest) {
  const { rows } = await api.db.owner.query<{ id: string; email: string }>(
    'update directory.users set email_confirmed_at = null where id = $1 returning id, email',
    [guest.userId],
  );
  return { body: { token: confirmationToken(api.config.SECRET_KEY, rows[0]!, new Date()) } };
}
