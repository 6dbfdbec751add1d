import { hashPassword } from '../../src/features/accounts/sign-in/passwords.ts';
import * as queries from '../../src/features/accounts/queries.ts';
import { inTransaction } from '../../src/platform/context.ts';
import type { Database, Db } from '../../src/platform/database/database.ts';
import { seedContacts, type SeedContacts, seedTags } from './contacts.ts';
import { agency, business, type SeedTenant } from './tenants.ts';

type Scenario = (database: Database) => Promise<string[]>;
/** What `seedContacts` needs to add the people of this organization, all at once or by the day. */
type Seeded = { organizationId: string; contacts: SeedContacts };

export const demoPassword = 'honey-dance-2026';

export const scenarios: Record<string, Scenario> = {
  /** A believable agency with clients and three roles, and a business. */
  demo: async (database) => {
    for (const { organizationId, contacts } of await seedTenants(database))
      await inTransaction({ db: database.tenant({ organizationId }) }, ({ db }) =>
        seedContacts({ db, organizationId }, contacts),
      );
    return signInLines();
  },
};

export const signInLines = (): string[] =>
  [...agency.people, ...business.people].map(
    ({ email, role }) => `${role.padEnd(6)} ${email}  password: ${demoPassword}`,
  );

/** The agency and the business with people, clients and tags, and nobody to write to. `contacts` replaces their number. */
export async function seedTenants(database: Database, contacts?: number): Promise<[agency: Seeded, business: Seeded]> {
  const sized = (tenant: SeedTenant, owners: number) => ({
    ...tenant,
    contacts: contacts ? contacts * owners : tenant.contacts,
  });
  return [await build(database, sized(agency, 4)), await build(database, sized(business, 1))];
}

async function build(database: Database, tenant: SeedTenant): Promise<Seeded> {
  const organizationId = await queries.newId(database);
  const passwordHash = await hashPassword(demoPassword);
  return inTransaction({ db: database.tenant({ organizationId }) }, async ({ db }) => {
    await queries.insertOrganization(
      { db },
      { id: organizationId, name: tenant.name, type: tenant.type, subscription_tier: tenant.tier },
    );
    for (const { name, email, role, locale = 'en' } of tenant.people) {
      const user = await queries.withDirectory(db, () =>
        queries.insertPerson(db, { organizationId, name, email, locale, passwordHash, isConfirmed: true }),
      );
      // Seeding twice changes nothing: the first address already taken means the organization is there.
      if (!user) throw new Error(`${email} exists already; seed an empty database.`);
      await queries.insertMember(db, { organizationId, userId: user.id, role, clientIds: [] });
    }
    const owners = await insertClients(db, organizationId, tenant.clients);
    const tags = await seedTags({ db, organizationId }, owners, tenant.tags);
    const { contacts: count, firstPerson } = tenant;
    return { organizationId, contacts: { owners, tags, count, firstPerson } };
  });
}

/** Whose contacts there are: the active clients, or the organization itself where there are none. */
async function insertClients(db: Db, organizationId: string, clients: SeedTenant['clients']) {
  if (clients.length === 0) return [null];
  const rows = clients.map(({ name, email, active = true }) => ({
    organization_id: organizationId,
    name,
    email,
    is_active: active,
  }));
  const made = await db.insertInto('clients').values(rows).returning(['id', 'is_active']).execute();
  return made.filter((client) => client.is_active).map(({ id }) => id);
}
