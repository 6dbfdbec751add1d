import type * as contract from '@waggle/contracts/analytics';
import type * as ask from '@waggle/contracts/ask';
import type * as saved from '@waggle/contracts/saved-questions';
import { clientInSight, codeInSight } from '../../../test/matrix/in-sight.ts';
import type { FixtureRows, SamplesOf, Scene } from '../../../test/matrix/scene.ts';

/** Advanced analytics are in plans from Plus; the organizations of the matrix have Core. */
const onPlus = ({ api, tenant }: Scene) =>
  api.db.owner.query(`update organizations set subscription_tier = 'plus' where id = $1`, [tenant.organizationId]);

export const rows = {
  question: {
    table: 'saved_questions',
    insert: async (api, { organizationId }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into saved_questions (organization_id, client_id, metric, period) values ($1, $2, 'scans', '30d')
         on conflict (organization_id, client_id, metric, period, breakdown, asked_client_id) do update set metric = 'scans' returning id`,
        [organizationId, clientId],
      );
      return inserted[0]!.id;
    },
  },
} satisfies FixtureRows;

export const samples: SamplesOf<typeof contract & typeof ask & typeof saved> = {
  'analytics.overview': () => ({ query: { period: '30d' } }),
  'analytics.contacts': () => ({ query: { period: 'all' } }),
  'analytics.campaigns': () => ({ query: { period: 'all', limit: 10 } }),
  'analytics.codes': () => ({ query: { period: '90d', limit: 10 } }),
  'analytics.opening-hours': () => ({ query: { period: '90d' } }),
  'analytics.retention': () => ({}),
  'analytics.clients': async (scene) => {
    await onPlus(scene);
    return { query: { period: '30d' } };
  },
  'analytics.funnel': async (scene) => {
    await onPlus(scene);
    return { query: { period: '30d', qrCodeId: (await codeInSight(scene))['qr-code'] } };
  },
  'analytics.funnel-people': async (scene) => {
    await onPlus(scene);
    return { query: { period: '30d', step: 'contacts', qrCodeId: (await codeInSight(scene))['qr-code'] } };
  },
  'analytics.ask': (scene) => {
    const clientId = clientInSight(scene);
    return { query: { metric: 'opens', period: 'last-month', breakdown: 'campaign', ...(clientId && { clientId }) } };
  },
  'questions.list': () => ({}),
  'questions.save': (scene) => ({
    body: { metric: 'opens', period: 'last-month', breakdown: 'campaign', clientId: clientInSight(scene) },
  }),
  'questions.delete': async (scene) => ({
    params: { questionId: await rows.question.insert(scene.api, scene.tenant, clientInSight(scene)) },
  }),
  'analytics.export': () => ({ query: { period: 'all', table: 'campaigns' } }),
};
