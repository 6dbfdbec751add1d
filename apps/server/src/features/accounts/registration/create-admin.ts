import { randomBytes } from 'node:crypto';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Accounts } from '../accounts.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { createOrganization } from './create-organization.ts';

/** Milliseconds; long enough to hand the link over, short enough not to lie around. */
const linkLifetime = 24 * 3_600_000;

/**
 * By the operator, whatever REGISTRATION says. Answers the link with which the person sets their password, once; until
 * then nobody can sign in. It counts as confirming the address: the operator vouches for it.
 */
export async function createAdmin(accounts: Accounts, typed: { email: string; organizationName: string }) {
  const { email, organizationName } = typed;
  const { internalAdapter } = await accounts.engine.$context;
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const name = email.slice(0, email.indexOf('@')).padEnd(2, '.').slice(0, 120);
  const person = { email, name, passwordHash, locale: 'en' as const };
  const { organization, userId } = await createOrganization(
    accounts,
    { ...person, organizationName, organizationType: 'BUSINESS' },
    {},
  );
  await recordAudit(
    { db: accounts.database.tenant({ organizationId: organization.id }), organizationId: organization.id },
    { action: 'auth.register', actorKind: 'operator', entityType: 'account', entityId: userId, entityLabel: name },
  );

  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + linkLifetime);
  await internalAdapter.createVerificationValue({ identifier: `reset-password:${token}`, value: userId, expiresAt });
  const link = `${accounts.config.PUBLIC_URL}/auth/reset-password?token=${token}`;
  return { organizationId: organization.id, link, expiresAt };
}
