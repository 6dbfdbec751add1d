import * as contract from '@waggle/contracts/automation-trials';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Automations } from '../parts.ts';
import * as backTests from './back-tests.ts';
import { testWalk } from './walk-contact.ts';

export function trialRoutes(mount: Mount, parts: Automations): void {
  serve(mount, contract.walkAutomation, (ctx, { params, body }) => testWalk(parts, ctx, { ...params, ...body }));
  serve(mount, contract.startBackTest, (ctx, { params, body }) =>
    backTests.startBackTest(ctx, params.automationId, body),
  );
  serve(mount, contract.newestBackTest, (ctx, { params }) => backTests.newestBackTest(ctx, params.automationId));
  serve(mount, contract.readBackTest, (ctx, { params }) => backTests.readBackTest(ctx, params));
  serve(mount, contract.cancelBackTest, (ctx, { params }) => backTests.cancelBackTest(ctx, params));
  serve(mount, contract.readTrialPerson, (ctx, { params }) => backTests.readTrialPerson(ctx, params));
}
