import * as contract from '@waggle/contracts/email-templates';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Templates } from './built-in-templates.ts';
import { savedBlockRoutes } from './saved-blocks/routes.ts';
import * as templates from './templates.ts';

export function templateRoutes(mount: Mount, parts: Templates): void {
  serve(mount, contract.listEmailTemplates, (ctx, { query }) => templates.listTemplates(ctx, query));
  serve(mount, contract.readEmailTemplate, (ctx, { params, query }) =>
    templates.readTemplate(parts, ctx, params.templateId, query),
  );
  serve(mount, contract.createEmailTemplate, (ctx, { body }) => templates.createTemplate(ctx, body));
  serve(mount, contract.updateEmailTemplate, (ctx, { params, body }) =>
    templates.updateTemplate(ctx, params.templateId, body),
  );
  serve(mount, contract.duplicateEmailTemplate, (ctx, { params, body }) =>
    templates.duplicateTemplate(parts, ctx, { ...params, ...body }),
  );
  serve(mount, contract.deleteEmailTemplate, (ctx, { params }) => templates.deleteTemplate(ctx, params.templateId));
  savedBlockRoutes(mount);
}
