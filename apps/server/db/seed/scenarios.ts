import { hashPassword } from '../../src/features/accounts/sign-in/passwords.ts';
import * as queries from '../../src/features/accounts/queries.ts';
import { inTransaction } from '../../src/platform/context.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { seedContacts } from './contacts.ts';

type Scenario = (database: Database) => Promise<string[]>;
type Person = { name: string; email: string; role: string; locale?: string };
type House = {
  name: string;
  type: string;
  tier: string;
  people: Person[];
  clients: { name: string; email: string; active?: boolean }[];
};

export const demoPassword = 'honey-dance-2026';

const agency: House = {
  name: 'Fernhill Studio',
  type: 'AGENCY',
  tier: 'plus',
  people: [
    { name: 'Priya Raman', email: 'priya@fernhill.example', role: 'ADMIN' },
    { name: 'Mateo Álvarez', email: 'mateo@fernhill.example', role: 'USER', locale: 'es' },
    { name: 'Claire Dubois', email: 'claire@fernhill.example', role: 'VIEWER', locale: 'fr' },
  ],
  clients: [
    { name: 'Maple & Rye Bakery', email: 'hello@maplerye.example' },
    { name: 'Northlight Yoga', email: 'studio@northlight.example' },
    { name: 'Harbour Cycles', email: 'shop@harbourcycles.example' },
    { name: 'Sutton Dental', email: 'desk@suttondental.example' },
    { name: 'Old Mill Theatre', email: 'box-office@oldmill.example', active: false },
  ],
};

const business: House = {
  name: 'Juniper Garden Centre',
  type: 'BUSINESS',
  tier: 'core',
  people: [
    { name: 'Hannah Okafor', email: 'hannah@juniper.example', role: 'ADMIN' },
    { name: 'Theo Lindqvist', email: 'theo@juniper.example', role: 'USER' },
  ],
  clients: [],
};

export const scenarios: Record<string, Scenario> = {
  /** A believable agency with clients and three roles, and a business. */
  demo: async (database) => {
    for (const house of [agency, business]) await build(database, house);
    const people = [...agency.people, ...business.people];
    return people.map(({ email, role }) => `${role.padEnd(6)} ${email}  password: ${demoPassword}`);
  },
};

async function build(database: Database, house: House): Promise<void> {
  const organizationId = await queries.newId(database);
  const passwordHash = await hashPassword(demoPassword);
  await inTransaction({ db: database.tenant({ organizationId }) }, async ({ db }) => {
    await queries.insertOrganization(
      { db },
      { id: organizationId, name: house.name, type: house.type, subscription_tier: house.tier },
    );
    for (const { name, email, role, locale = 'en' } of house.people) {
      const user = await queries.withDirectory(db, () =>
        queries.insertPerson(db, { organizationId, name, email, locale, passwordHash, isConfirmed: true }),
      );
      // Seeding twice changes nothing: the first address already taken means the house stands.
      if (!user) throw new Error(`${email} exists already; seed an empty database.`);
      await queries.insertMember(db, { organizationId, userId: user.id, role, clientId: null });
    }
    const clients = house.clients.map(({ name, email, active = true }) => ({
      organization_id: organizationId,
      name,
      email,
      is_active: active,
    }));
    if (clients.length === 0) return;
    const made = await db.insertInto('clients').values(clients).returning('id').execute();
    await seedContacts(
      { db, organizationId },
      made.map(({ id }) => id),
    );
  });
}
