import { randomBytes } from 'node:crypto';
import { hashToken } from '../../src/platform/sessions.ts';
import type { TestApi } from '../harness/test-api.ts';
import type { Guest } from './tenant.ts';

/** The link to the new address of somebody who wants to change theirs, and whose old one waits too. */
export async function emailChange(api: TestApi, guest: Guest): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await api.db.owner.query(
    `insert into directory.email_changes (user_id, old_email, new_email, old_token, new_token, expires_at)
     select id, email, $2, 'waits', $3, now() + interval '1 day' from directory.users where id = $1
     on conflict (user_id) do update set new_token = excluded.new_token, new_confirmed_at = null`,
    [guest.userId, `${randomBytes(6).toString('hex')}@moved.example`, hashToken(token)],
  );
  return token;
}
