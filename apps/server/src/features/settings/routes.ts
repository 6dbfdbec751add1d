import * as clientSetups from '@waggle/contracts/client-setups';
import * as cap from '@waggle/contracts/frequency-cap';
import * as contract from '@waggle/contracts/sending';
import { type Mount, serve } from '#platform/http/serve.ts';
import { readAddress, saveAddress } from './address/address.ts';
import { listClientSetups } from './clients/client-setups.ts';
import * as connections from './connections/connections.ts';
import { presentConnection } from './connections/present.ts';
import { installationTransport } from './connections/route.ts';
import * as domains from './domains/domains.ts';
import { emailRecords } from './domains/email-records.ts';
import { presentDomain } from './domains/present.ts';
import { readFrequencyCap, saveFrequencyCap } from './frequency-cap/frequency-cap.ts';
import { hostRoutes } from './hosts/routes.ts';
import { presentSender } from './senders/present.ts';
import * as senders from './senders/senders.ts';
import { readSetUp } from './set-up/set-up.ts';
import type { ServedSettings, Settings } from './settings.ts';
import { checkConnection } from './test-mail/check-connection.ts';
import { sendTest } from './test-mail/send-test.ts';

export function settingsRoutes(mount: Mount, settings: ServedSettings): void {
  domainRoutes(mount, settings);
  senderRoutes(mount, settings);
  connectionRoutes(mount, settings);
  hostRoutes(mount, settings);
  serve(mount, contract.checkConnection, (ctx, { params }) => checkConnection(settings, ctx, params.connectionId));
  serve(mount, contract.sendTest, (ctx, { body }) => sendTest(settings, ctx, body));
  serve(mount, clientSetups.listClientSetups, (ctx, { query }) => listClientSetups(settings, ctx, query));
  serve(mount, contract.readSetUp, (ctx) => readSetUp(settings, ctx));
  serve(mount, contract.readPostalAddress, (ctx) => readAddress(ctx));
  serve(mount, contract.savePostalAddress, (ctx, { body }) => saveAddress(ctx, body.postalAddress));
  serve(mount, cap.readFrequencyCap, (ctx) => readFrequencyCap(ctx));
  serve(mount, cap.saveFrequencyCap, (ctx, { body }) => saveFrequencyCap(ctx, body));
}

function domainRoutes(mount: Mount, settings: ServedSettings): void {
  const present = (domain: domains.DomainWithKeys) => presentDomain(settings.config, domain);
  serve(mount, contract.listDomains, async (ctx) => ({ items: (await domains.listDomains(ctx)).map(present) }));
  serve(mount, contract.addDomain, async (ctx, { body }) => present(await domains.addDomain(settings, ctx, body)));
  serve(mount, contract.checkDomain, async (ctx, { params }) =>
    present(await domains.checkDomain(settings, ctx, params.domainId)),
  );
  serve(mount, contract.emailRecords, (ctx, { params, body }) =>
    emailRecords(settings, ctx, { domainId: params.domainId, email: body.email }),
  );
  serve(mount, contract.rotateDomainKeys, async (ctx, { params }) =>
    present(await domains.rotateKeys(settings, ctx, params.domainId)),
  );
  serve(mount, contract.endWarmUp, async (ctx, { params }) => present(await domains.endWarmUp(ctx, params.domainId)));
  serve(mount, contract.deleteDomain, (ctx, { params }) => domains.deleteDomain(settings, ctx, params.domainId));
}

function senderRoutes(mount: Mount, settings: Settings): void {
  serve(mount, contract.listSenders, async (ctx) => ({
    items: (await senders.listSenders(settings, ctx)).map(presentSender),
  }));
  serve(mount, contract.createSender, async (ctx, { body }) =>
    presentSender(await senders.createSender(settings, ctx, body)),
  );
  serve(mount, contract.updateSender, async (ctx, { params, body }) =>
    presentSender(await senders.updateSender(settings, ctx, params.senderId, body)),
  );
  serve(mount, contract.deleteSender, (ctx, { params }) => senders.deleteSender(ctx, params.senderId));
}

function connectionRoutes(mount: Mount, settings: Settings): void {
  serve(mount, contract.listConnections, async (ctx) => ({
    items: (await connections.listConnections(ctx)).map((row) => presentConnection(settings, ctx, row)),
    hasInstallationConnection: installationTransport(settings.config) !== null,
  }));
  serve(mount, contract.createConnection, async (ctx, { body }) =>
    presentConnection(settings, ctx, await connections.createConnection(settings, ctx, body)),
  );
  serve(mount, contract.updateConnection, async (ctx, { params, body }) =>
    presentConnection(settings, ctx, await connections.updateConnection(settings, ctx, params.connectionId, body)),
  );
  serve(mount, contract.deleteConnection, (ctx, { params }) =>
    connections.deleteConnection(settings, ctx, params.connectionId),
  );
}
