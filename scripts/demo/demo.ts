import { demoPassword, seedTenants } from '../../apps/server/db/seed/scenarios.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import type { MailCatcher } from '../../apps/server/test/harness/mail-catcher.ts';
import type { SendingDomain } from '../../packages/contracts/src/sending.ts';
import { makeAutomations } from './automations/chapter.ts';
import { type Ask, type Server, signIn } from './caller.ts';
import { agencyItself, business, clients } from './companies.ts';
import { makeForms } from './forms/chapter.ts';
import { type Account, makeHistory, makeScans } from './history.ts';
import { makePurchases } from './purchases.ts';
import { prepareSending } from './sending.ts';
import { makeSegmentsAndCodes } from './setup.ts';
import { failConnection } from './troubles.ts';
import { type DemoStripe, makeSubscriptions } from './subscriptions.ts';

export type Demo = {
  /** Empty and migrated; the running server uses it too. */
  database: Database;
  server: Server;
  /** Where every email of the server arrives. */
  mail: Pick<MailCatcher, 'mails'>;
  /** Where the server takes bounces by SMTP. */
  bouncePort: number;
  /** Puts records into the DNS the server asks. */
  publish: (records: SendingDomain['records']) => void;
  /** Says how far it is. */
  say: (line: string) => void;
  /** Where plans are paid; without it nobody has bought one. */
  stripe?: DemoStripe;
  /** Contacts of each company, with a tenth of the scans and a sixth of the submissions; without it as many as the seed has. */
  contacts?: number;
};

/** A working agency and a working business, made as people would make them: by calls of the API and by links of emails. */
export async function makeDemo(demo: Demo): Promise<void> {
  const [agency, shop] = await seedTenants(demo.database, demo.contacts);
  const priya = await signIn(demo.server, 'priya@fernhill.example', demoPassword);
  const hannah = await signIn(demo.server, 'hannah@juniper.example', demoPassword);
  const clientIds = agency.contacts.owners;
  const accounts: Account[] = [
    { ask: priya, ...agency, companies: clients.map((company, at) => ({ company, clientId: clientIds[at] ?? null })) },
    { ask: hannah, ...shop, companies: [{ company: business, clientId: null }] },
  ];

  demo.say('Verifying the sending domains, adding segments and QR codes');
  await prepareSending(demo, priya, agencyItself);
  for (const account of accounts) {
    for (const owner of account.companies) {
      await showClient(account.ask, owner.clientId);
      await prepareSending(demo, account.ask, owner.company);
      await makeSegmentsAndCodes(account, owner);
    }
    await showClient(account.ask, null);
  }
  await makeHistory(demo, accounts);
  await makeScans(demo, accounts);
  await makeForms(demo, accounts);
  await makePurchases(demo, accounts);
  await makeAutomations(demo, accounts);
  // With old addresses at one client and a silent one: something to do for whoever opens the control room.
  await failConnection(priya, clientIds[1] ?? null);
  if (demo.stripe)
    await makeSubscriptions(demo.database, demo.stripe, [
      { ...agency, name: 'Fernhill Studio', email: 'priya@fernhill.example', plan: 'plus' },
      { ...shop, name: 'Juniper Garden Centre', email: 'hannah@juniper.example', plan: 'core' },
    ]);
}

const showClient = (ask: Ask, clientId: string | null): Promise<unknown> =>
  ask('POST', '/api/auth/set-active-client', { clientId });
