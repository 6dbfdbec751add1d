import * as contract from '@waggle/contracts/dashboard';
import { openEvents } from '@waggle/contracts/live';
import type { Context } from '#platform/context.ts';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Settings } from '../settings/index.ts';
import { readContactGrowth } from './contact-growth.ts';
import { readMetrics } from './metrics.ts';
import { shareAnswer } from './shared-answer.ts';
import { readActivity } from './activity.ts';
import { keepStartList, readStartList } from './start-list.ts';
import { readWork } from './work.ts';

export function dashboardRoutes(mount: Mount, settings: Settings): void {
  serve(mount, contract.readStartList, (ctx) => readStartList(settings, ctx));
  serve(mount, openEvents, () => undefined);
  serve(mount, contract.keepStartList, async (ctx, { body }) => void (await keepStartList(ctx, body.view)));
  serve(mount, contract.readDashboardMetrics, (ctx) => shareAnswer(ctx, 'metrics', () => readMetrics(ctx)));
  // What is told of imports and of the team depends on the role.
  serve(mount, contract.readContactGrowth, (ctx, { query: { range } }) =>
    shareAnswer(ctx, `growth ${roleOf(ctx)} ${range}`, () => readContactGrowth(ctx, range)),
  );
  serve(mount, contract.readWorkInFlight, (ctx) => readWork(ctx));
  serve(mount, contract.readRecentActivity, (ctx, { query: { limit } }) =>
    shareAnswer(ctx, `activity ${roleOf(ctx)} ${limit}`, () => readActivity(ctx, limit)),
  );
}

const roleOf = ({ actor }: Context): string => (actor.kind === 'user' ? actor.role : actor.kind);
