import type * as contract from '@waggle/contracts/reports';
import { clientInSight } from '../../../test/matrix/in-sight.ts';
import type { FixtureRows, SamplesOf, Scene } from '../../../test/matrix/scene.ts';

export const rows = {
  'report-schedule': {
    table: 'report_schedules',
    insert: async (api, { organizationId, mark }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into report_schedules (organization_id, client_id, frequency, recipients, locale, next_run_at)
         values ($1, $2, 'weekly', array[$3], 'en', now() + interval '1 day') returning id`,
        [organizationId, clientId, `${mark.toLowerCase()}@reports.example`],
      );
      return inserted[0]!.id;
    },
  },
  'report-link': {
    table: 'report_links',
    insert: async (api, { organizationId, mark }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into report_links (organization_id, client_id, schedule_id, token_hash, report, expires_at)
         values ($1, $2, new_id(), sha256(new_id()::text::bytea), $3, now() + interval '1 day') returning id`,
        [
          organizationId,
          clientId,
          { client: mark, frequency: 'weekly', period: { from: '2026-05-04', to: '2026-05-10' } },
        ],
      );
      return inserted[0]!.id;
    },
  },
} satisfies FixtureRows;

/** Scheduled reports are in plans from Plus; the organizations of the matrix have Core. */
const onPlus = ({ api, tenant }: Scene) =>
  api.db.owner.query(`update organizations set subscription_tier = 'plus' where id = $1`, [tenant.organizationId]);

const typed = {
  frequency: 'weekly' as const,
  recipients: ['jonah@reports.example'],
  locale: 'en' as const,
  skipsEmpty: true,
  isPaused: false,
};

const scheduleInSight = (scene: Scene) => rows['report-schedule'].insert(scene.api, scene.tenant, clientInSight(scene));

export const samples: SamplesOf<typeof contract> = {
  'reports.list': () => ({}),
  'reports.create': async (scene) => {
    await onPlus(scene);
    return { body: typed };
  },
  'reports.update': async (scene) => {
    await onPlus(scene);
    return { params: { reportScheduleId: await scheduleInSight(scene) }, body: { ...typed, isPaused: true } };
  },
  'reports.delete': async (scene) => ({ params: { reportScheduleId: await scheduleInSight(scene) } }),
  'reports.test': async (scene) => {
    await onPlus(scene);
    return { params: { reportScheduleId: await scheduleInSight(scene) } };
  },
  'reports.links': () => ({}),
  'reports.revoke': async (scene) => ({
    params: { reportLinkId: await rows['report-link'].insert(scene.api, scene.tenant, clientInSight(scene)) },
  }),
};

/** No organization of the matrix has a domain that has proven itself; the tests of reports have one. */
export const refusedSamples: Partial<Record<keyof typeof samples, number[]>> = {
  'reports.create': [409],
  'reports.test': [409],
};
