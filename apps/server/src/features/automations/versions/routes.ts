import * as contract from '@waggle/contracts/automation-versions';
import { type Mount, serve } from '#platform/http/serve.ts';
import { showAutomation } from '../present.ts';
import { restoreVersion } from './restore.ts';
import * as versions from './versions.ts';

export function versionRoutes(mount: Mount): void {
  serve(mount, contract.listAutomationVersions, (ctx, { params, query }) =>
    versions.listVersions(ctx, params.automationId, query),
  );
  serve(mount, contract.readAutomationVersion, (ctx, { params }) => versions.readVersion(ctx, params));
  serve(mount, contract.compareAutomationVersions, (ctx, { params, query }) =>
    versions.compareVersions(ctx, { ...params, ...query }),
  );
  serve(mount, contract.restoreAutomationVersion, async (ctx, { params, body }) =>
    showAutomation(ctx, await restoreVersion(ctx, { ...params, ...body })),
  );
}
