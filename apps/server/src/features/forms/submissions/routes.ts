import * as contract from '@waggle/contracts/form-submissions';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Forms } from '../parts.ts';
import { exportSubmissions } from './export.ts';
import { readFigures } from './figures.ts';
import { fillIn } from './fill-in.ts';
import { readSubmission } from './one.ts';
import { deleteSubmission, listSubmissions } from './submissions.ts';
import { listWaiting } from './waiting.ts';

export function submissionRoutes(mount: Mount, forms: Forms): void {
  serve(mount, contract.listFormSubmissions, (ctx, { params, query }) => listSubmissions(ctx, { ...params, ...query }));
  serve(mount, contract.readFormFigures, (ctx, { params }) => readFigures(ctx, params.formId));
  serve(mount, contract.exportFormSubmissions, (ctx, { params }) => exportSubmissions(ctx, params.formId));
  serve(mount, contract.readFormSubmission, (ctx, { params }) => readSubmission(ctx, params));
  serve(mount, contract.deleteFormSubmission, (ctx, { params }) => deleteSubmission(ctx, params));
  serve(mount, contract.listWaitingPeople, listWaiting);
  serve(mount, contract.fillInContacts, (ctx, { params }) => fillIn(forms, ctx, params.formId));
}
