import { endpointsOf } from '@waggle/contracts/endpoint';
import * as bulk from '@waggle/contracts/qr-bulk';
import * as contract from '@waggle/contracts/qr-codes';
import * as labels from '@waggle/contracts/qr-labels';
import * as presets from '@waggle/contracts/qr-presets';
import { defineFeature } from '#platform/feature.ts';
import { accounts } from '../accounts/feature.ts';
import { contacts } from '../contacts/feature.ts';
import { linkSubjects } from './audited.sql.ts';
import { countCodesOf } from './codes/of-client.sql.ts';
import { codeScanned } from './events.ts';
import { linkDrains, linkHandlers } from './handlers.ts';
import { linkRoutes } from './routes.ts';
import { scan } from './scans/inbox-kinds.ts';

export const links = defineFeature({
  name: 'links',
  endpoints: endpointsOf(contract, labels, presets, bulk),
  tables: ['qr_codes', 'qr_code_targets', 'link_targets', 'stored_files', 'qr_presets', 'qr_batches'],
  create({ config, hosts }, partsOf) {
    // Printed codes stay what they are: archiving a client stops none.
    partsOf(accounts).clientWork.push({ kind: 'codes', count: countCodesOf });
    return { ...config, hosts, running: partsOf(contacts).running };
  },
  events: [codeScanned],
  routes: linkRoutes,
  handlers: linkHandlers,
  inboxKinds: [scan],
  drains: linkDrains,
  subjects: linkSubjects,
});
