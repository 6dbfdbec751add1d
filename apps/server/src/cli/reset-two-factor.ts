import { z } from 'zod';
import { resetTwoFactor } from '../features/accounts/sign-in/turn-off-two-factor.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';

const Email = z.email('Say whose, by their address: `waggle reset-two-factor <email>`.').toLowerCase();

/** Asks for nobody's password: whoever can run it could write to the database by hand. */
export async function resetTwoFactorCommand(config: Config, address: string | undefined): Promise<void> {
  const email = Email.parse(address?.trim());
  const database = openDatabase(config);
  try {
    const reset = await resetTwoFactor(database, email);
    if (!reset) throw new Error(`Nobody signs in as ${email}.`);
    console.log(reset.wasOn ? `The second factor of ${email} is off.` : `${email} had no second factor.`);
    console.log(`${reset.endedSessions} sessions were ended. The password is unchanged.`);
  } finally {
    await database.close();
  }
}
