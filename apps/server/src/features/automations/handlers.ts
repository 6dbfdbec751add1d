import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { answerRun } from './engine/wake.ts';
import { enterPeople } from './entries/enter.ts';
import { movePeople, shiftTimes } from './jobs.ts';
import type { Automations } from './parts.ts';
import { moveEverybody } from './publish/move-people.ts';
import { shiftEverybody } from './status/shift-times.ts';
import { trialHandlers } from './trials/handlers.ts';
import { dateHandlers } from './triggers/dates/handlers.ts';
import { watchingHandlers } from './triggers/watching/handlers.ts';
import { webhookHandlers } from './webhooks/handlers.ts';

export const automationHandlers = ({ webhooks }: Automations): Handler[] => [
  handle(shiftTimes, (ctx, { automationId }, { signal }) => shiftEverybody(ctx, automationId, signal)),
  handle(movePeople, (ctx, { moveId }, { signal }) => moveEverybody(ctx, moveId, signal)),
  ...dateHandlers({ enterPeople }),
  ...watchingHandlers(),
  ...trialHandlers(),
  ...webhookHandlers({ ...webhooks, answerRun }),
];
