import * as contract from '@waggle/contracts/client-templates';
import { type Mount, serve } from '#platform/http/serve.ts';
import { lookUpWebsite } from './look/look-up.ts';
import type { ClientTemplates } from './parts.ts';
import { startClient } from './start-client.ts';
import * as templates from './templates.ts';

export function clientTemplateRoutes(mount: Mount, parts: ClientTemplates): void {
  serve(mount, contract.listClientTemplates, (ctx) => templates.listTemplates(parts, ctx));
  serve(mount, contract.countCopies, (ctx, { query }) => templates.countClient(parts, ctx, query.clientId));
  serve(mount, contract.createClientTemplate, (ctx, { body }) => templates.createTemplate(parts, ctx, body));
  serve(mount, contract.updateClientTemplate, (ctx, { params, body }) =>
    templates.updateTemplate(parts, ctx, params.templateId, body),
  );
  serve(mount, contract.deleteClientTemplate, (ctx, { params }) => templates.deleteTemplate(ctx, params.templateId));
  serve(mount, contract.lookUpWebsite, (_ctx, { body }) => lookUpWebsite(parts.lookUp, body.website));
  serve(mount, contract.startClient, (ctx, { body }) => startClient(parts, ctx, body));
}
