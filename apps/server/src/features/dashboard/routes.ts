import * as notes from '@waggle/contracts/annotations';
import * as controlRoom from '@waggle/contracts/control-room';
import * as contract from '@waggle/contracts/dashboard';
import * as goal from '@waggle/contracts/goals';
import { openEvents } from '@waggle/contracts/live';
import type { Context } from '#platform/context.ts';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Settings } from '../settings/index.ts';
import * as annotations from './annotations/annotations.ts';
import { readAttention } from './clients/attention.ts';
import { listClients } from './clients/list.ts';
import * as goals from './goals/goals.ts';
import { snoozeClient } from './clients/snoozes.ts';
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
  serve(mount, controlRoom.listClientFigures, (ctx, { query }) => listClients(settings, ctx, query));
  serve(mount, controlRoom.listAttention, (ctx) => readAttention(settings, ctx));
  serve(mount, controlRoom.snoozeClient, (ctx, { params, body }) => snoozeClient(ctx, params.clientId, body.reasons));
  serve(mount, notes.listAnnotations, (ctx, { query }) => annotations.listAnnotations(ctx, query));
  serve(mount, notes.createAnnotation, (ctx, { body }) => annotations.createAnnotation(ctx, body));
  serve(mount, notes.updateAnnotation, (ctx, { params, body }) =>
    annotations.updateAnnotation(ctx, params.annotationId, body),
  );
  serve(mount, notes.deleteAnnotation, (ctx, { params }) => annotations.deleteAnnotation(ctx, params.annotationId));
  serve(mount, goal.listGoals, (ctx) => goals.listGoals(ctx));
  serve(mount, goal.setGoal, (ctx, { body }) => goals.setGoal(ctx, body));
  serve(mount, goal.deleteGoal, (ctx, { params }) => goals.deleteGoal(ctx, params.goalId));
}

const roleOf = ({ actor }: Context): string => (actor.kind === 'user' ? actor.role : actor.kind);
