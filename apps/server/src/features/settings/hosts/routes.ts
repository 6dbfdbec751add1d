import * as contract from '@waggle/contracts/hosts';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Settings } from '../settings.ts';
import * as hosts from './hosts.ts';
import { presentHost } from './present.ts';
import type { HostRow } from './queries.ts';

export function hostRoutes(mount: Mount, settings: Settings): void {
  const present = (row: HostRow) => presentHost(settings.config, row);
  serve(mount, contract.listHosts, async (ctx) => {
    const { hosts: rows, ...rest } = await hosts.listHosts(settings, ctx);
    return { items: rows.map(present), ...rest };
  });
  serve(mount, contract.createHost, async (ctx, { body }) => present(await hosts.createHost(settings, ctx, body)));
  serve(mount, contract.checkHost, async (ctx, { params }) =>
    present(await hosts.checkHost(settings, ctx, params.hostId)),
  );
  serve(mount, contract.updateHost, async (ctx, { params, body }) =>
    present(await hosts.updateHost(settings, ctx, params.hostId, body)),
  );
  serve(mount, contract.deleteHost, (ctx, { params }) => hosts.deleteHost(settings, ctx, params.hostId));
}
