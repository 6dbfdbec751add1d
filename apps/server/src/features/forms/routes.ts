import * as contract from '@waggle/contracts/forms';
import { clientOrOrganization } from '#features/accounts/index.ts';
import { ownSenderName } from '#features/settings/index.ts';
import { type Mount, serve } from '#platform/http/serve.ts';
import { keepDraft, requireForm } from './drafts.ts';
import * as forms from './forms.ts';
import { formUrls } from './form-url.ts';
import { funnelOf } from './funnel/funnel.ts';
import type { Forms } from './parts.ts';
import { whatIsBeyondPlan } from './plan.ts';
import { presentSummary, showForm } from './present.ts';
import { countActive, findForms } from './queries.ts';
import * as spam from './protection/spam.ts';
import { submissionRoutes } from './submissions/routes.ts';
import { latelyOf } from './submissions/trends.ts';
import * as versions from './versions/versions.ts';

export function formRoutes(mount: Mount, parts: Forms): void {
  serve(mount, contract.listForms, async (ctx, { query }) => {
    const [{ items, ...rest }, active, isBeyondPlan, urlOf] = await Promise.all([
      findForms(ctx, query),
      countActive(ctx),
      whatIsBeyondPlan(ctx),
      formUrls(parts.settings, ctx),
    ]);
    const lately = await latelyOf(
      ctx,
      items.map(({ id }) => id),
    );
    return {
      items: items.map((form) => ({ ...presentSummary(form, { isBeyondPlan, urlOf }), ...lately(form.id) })),
      ...rest,
      active,
    };
  });
  serve(mount, contract.readFormSender, async (ctx, { query }) => ({
    sender: await ownSenderName(parts.settings, ctx, await clientOrOrganization(ctx, query.clientId)),
  }));
  serve(mount, contract.createForm, async (ctx, { body }) =>
    showForm(parts, ctx, await forms.createForm(parts, ctx, body)),
  );
  serve(mount, contract.readFormDraft, async (ctx, { params }) =>
    showForm(parts, ctx, await requireForm(ctx, params.formId)),
  );
  serve(mount, contract.saveFormDraft, async (ctx, { params, body: { draftVersion, name, ...definition } }) =>
    showForm(parts, ctx, await keepDraft(ctx, params.formId, { definition, name, draftVersion })),
  );
  serve(mount, contract.publishForm, async (ctx, { params, body }) =>
    showForm(parts, ctx, await forms.publishForm(parts, ctx, { ...params, ...body })),
  );
  serve(mount, contract.updateForm, async (ctx, { params, body }) =>
    showForm(parts, ctx, await forms.updateForm(parts, ctx, { ...params, ...body })),
  );
  serve(mount, contract.deleteForm, (ctx, { params }) => forms.deleteForm(parts, ctx, params.formId));
  serve(mount, contract.listFormSpam, (ctx, { params, query }) => spam.listSpam(ctx, { ...params, ...query }));
  serve(mount, contract.takeOverFormSpam, (ctx, { params }) => spam.takeOverSpam(parts, ctx, params));
  serve(mount, contract.deleteFormSpam, (ctx, { params }) => spam.deleteSpam(ctx, params));
  serve(mount, contract.emptyFormSpam, (ctx, { params }) => spam.emptySpam(ctx, params.formId));
  serve(mount, contract.listFormVersions, (ctx, { params }) => versions.listVersions(ctx, params.formId));
  serve(mount, contract.readFormVersion, (ctx, { params }) => versions.readVersion(ctx, params));
  serve(mount, contract.readFormFunnel, (ctx, { params, query }) => funnelOf(ctx, params.formId, query.version));
  serve(mount, contract.restoreFormVersion, async (ctx, { params }) =>
    showForm(parts, ctx, await versions.restoreVersion(ctx, params)),
  );
  submissionRoutes(mount, parts);
}
