import * as contract from '@waggle/contracts/reports';
import { type Mount, serve } from '#platform/http/serve.ts';
import { listLinks, revokeLink } from './links/links.ts';
import type { Reports } from './parts.ts';
import { createSchedule, deleteSchedule, listSchedules, updateSchedule } from './schedules/schedules.ts';
import { sendTest } from './send/send-test.ts';

export function reportRoutes(mount: Mount, reports: Reports): void {
  serve(mount, contract.listReportSchedules, (ctx) => listSchedules(reports, ctx));
  serve(mount, contract.createReportSchedule, (ctx, { body }) => createSchedule(reports, ctx, body));
  serve(mount, contract.updateReportSchedule, (ctx, { params, body }) =>
    updateSchedule(reports, ctx, params.reportScheduleId, body),
  );
  serve(mount, contract.deleteReportSchedule, (ctx, { params }) => deleteSchedule(ctx, params.reportScheduleId));
  serve(mount, contract.sendReportTest, (ctx, { params }) => sendTest(reports, ctx, params.reportScheduleId));
  serve(mount, contract.listReportLinks, (ctx) => listLinks(ctx));
  serve(mount, contract.revokeReportLink, (ctx, { params }) => revokeLink(ctx, params.reportLinkId));
}
