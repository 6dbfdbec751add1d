import { TOTP } from 'otpauth';
import { goodPassword } from '../harness/people.ts';
import type { Guest } from './house.ts';

export async function startTwoFactor(guest: Guest): Promise<TOTP> {
  const started = await guest.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
  return new TOTP({ secret: started.body.secret });
}

export async function turnTwoFactorOn(guest: Guest): Promise<TOTP> {
  const totp = await startTwoFactor(guest);
  await guest.request('POST', '/api/profile/two-factor/confirm', { code: totp.generate() });
  return totp;
}
