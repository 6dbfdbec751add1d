import { AutomationDocument } from '@waggle/contracts/automation-document';
import * as contract from '@waggle/contracts/automations';
import { presentBatch } from '#features/contacts/index.ts';
import { type Mount, serve } from '#platform/http/serve.ts';
import * as automations from './automations.ts';
import { findProblems } from './check/check.ts';
import { keepDraft, requireAutomation } from './drafts.ts';
import { emailOfStep } from './emails.ts';
import { enterByHand, enterEverybody } from './entries/enter-by-hand.ts';
import { figuresOf } from './figures/figures.ts';
import type { Automations } from './parts.ts';
import { presentAll, showAutomation } from './present.ts';
import { planOf } from './publish/plan.ts';
import { publishAutomation } from './publish/publish.ts';
import { countAutomations, findAutomations } from './queries.ts';
import { moveRun } from './runs/move-run.ts';
import * as runs from './runs/runs.ts';
import { changeStatus } from './status/status.ts';
import { trialRoutes } from './trials/routes.ts';
import { versionRoutes } from './versions/routes.ts';
import { renewSigningSecret } from './webhooks/secret.ts';

export function automationRoutes(mount: Mount, parts: Automations): void {
  serve(mount, contract.listAutomations, async (ctx, { query }) => {
    const { items, ...rest } = await findAutomations(ctx, query);
    const { live } = await countAutomations(ctx);
    return { items: await presentAll(ctx, items), ...rest, live };
  });
  serve(mount, contract.createAutomation, async (ctx, { body }) =>
    showAutomation(ctx, await automations.createAutomation(ctx, body)),
  );
  serve(mount, contract.readAutomation, async (ctx, { params }) =>
    showAutomation(ctx, await requireAutomation(ctx, params.automationId)),
  );
  serve(mount, contract.saveAutomationDraft, async (ctx, { params, body }) =>
    showAutomation(ctx, await keepDraft(ctx, params.automationId, body)),
  );
  serve(mount, contract.deleteAutomation, (ctx, { params }) => automations.deleteAutomation(ctx, params.automationId));
  serve(mount, contract.checkAutomation, async (ctx, { params }) => {
    const automation = await requireAutomation(ctx, params.automationId);
    return { problems: await findProblems(parts, ctx, automation, AutomationDocument.parse(automation.draft)) };
  });
  serve(mount, contract.planPublishing, (ctx, { params }) => planOf(ctx, params.automationId));
  serve(mount, contract.publishAutomation, async (ctx, { params, body }) =>
    showAutomation(ctx, await publishAutomation(parts, ctx, { ...params, ...body })),
  );
  serve(mount, contract.createStepEmail, (ctx, { params, body }) => emailOfStep(ctx, { ...params, ...body }));
  serve(mount, contract.changeAutomationStatus, async (ctx, { params, body }) =>
    showAutomation(ctx, await changeStatus(parts, ctx, params.automationId, body)),
  );
  serve(mount, contract.renewWebhookSecret, async (ctx) => ({
    secret: await renewSigningSecret(parts.webhooks.secrets, ctx),
  }));
  serve(mount, contract.readAutomationFigures, (ctx, { params }) => figuresOf(ctx, params.automationId));
  serve(mount, contract.listRuns, (ctx, { params, query }) => runs.listRuns(ctx, params.automationId, query));
  serve(mount, contract.readRun, (ctx, { params }) => runs.readRun(ctx, params.automationId, params.runId));
  serve(mount, contract.enterAutomation, (ctx, { params, body }) =>
    enterByHand(ctx, params.automationId, body.contactIds),
  );
  serve(mount, contract.enterMatching, async (ctx, { params, body }) =>
    presentBatch(ctx, await enterEverybody(parts.contacts, ctx, { ...params, ...body })),
  );
  serve(mount, contract.leaveAutomation, (ctx, { params }) => runs.takeOut(ctx, params));
  serve(mount, contract.moveRun, (ctx, { params, body }) => moveRun(ctx, { ...params, ...body }));
  serve(mount, contract.retryRun, (ctx, { params }) => runs.retry(ctx, params));
  versionRoutes(mount);
  trialRoutes(mount, parts);
}
