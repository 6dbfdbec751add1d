import { TOTP } from 'otpauth';
import { goodPassword } from '../harness/people.ts';
import type { TestApi } from '../harness/test-api.ts';
import type { Guest } from './tenant.ts';

export async function startTwoFactor(guest: Guest): Promise<TOTP> {
  const started = await guest.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
  return new TOTP({ secret: started.body.secret });
}

/** As somebody has it who never set it up. */
export async function turnTwoFactorOff({ api, guest }: { api: TestApi; guest: Guest }): Promise<void> {
  await api.db.owner.query('delete from directory.two_factors where user_id = $1', [guest.userId]);
  await api.db.owner.query('update directory.users set two_factor_enabled = false where id = $1', [guest.userId]);
}

/** Anew, if a call that was refused has left it on: the secret of that one is lost. */
export async function turnTwoFactorOn({ api, guest }: { api: TestApi; guest: Guest }): Promise<TOTP> {
  await turnTwoFactorOff({ api, guest });
  const totp = await startTwoFactor(guest);
  await guest.request('POST', '/api/profile/two-factor/confirm', { code: totp.generate() });
  return totp;
}
