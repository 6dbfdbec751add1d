import { z } from 'zod';
import { setOwner } from '../features/accounts/ownership/set-owner.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';

const Email = z.email('Say who, by their address: `waggle set-owner <email>`.').toLowerCase();

/** Asks for nobody's password: whoever can run it could write to the database by hand. */
export async function setOwnerCommand(config: Config, address: string | undefined): Promise<void> {
  const email = Email.parse(address?.trim());
  const database = openDatabase(config);
  try {
    const set = await setOwner(database, email);
    if (!set) throw new Error(`Nobody signs in as ${email}.`);
    if (set.wasOwner) return console.log(`${email} owns the organization already.`);
    if (!set.wasAdmin) console.log(`${email} is an ADMIN now.`);
    console.log(`${email} owns the organization ${set.organizationId} now. The owner of before stays an ADMIN.`);
  } finally {
    await database.close();
  }
}
