import type * as annotations from '@waggle/contracts/annotations';
import type * as controlRoom from '@waggle/contracts/control-room';
import type * as contract from '@waggle/contracts/dashboard';
import type * as goals from '@waggle/contracts/goals';
import type * as live from '@waggle/contracts/live';
import { clientInSight } from '../../../test/matrix/in-sight.ts';
import type { FixtureRows, SamplesOf } from '../../../test/matrix/scene.ts';

export const rows = {
  annotation: {
    table: 'annotations',
    insert: async (api, { organizationId, mark }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into annotations (organization_id, client_id, day, text) values ($1, $2, '2026-05-01', $3) returning id`,
        [organizationId, clientId, `Note ${mark}`],
      );
      return inserted[0]!.id;
    },
  },
  goal: {
    table: 'metric_goals',
    insert: async (api, { organizationId }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into metric_goals (organization_id, client_id, metric, target) values ($1, $2, 'contacts', 500)
         on conflict (organization_id, client_id, metric) do update set target = 500 returning id`,
        [organizationId, clientId],
      );
      return inserted[0]!.id;
    },
  },
} satisfies FixtureRows;

const typed = { on: '2026-05-02', text: 'Shop closed' };

export const samples: SamplesOf<
  typeof contract & typeof controlRoom & typeof live & typeof annotations & typeof goals
> = {
  'dashboard.start': () => ({}),
  'dashboard.keep-start': () => ({ body: { view: 'collapsed' } }),
  'dashboard.metrics': () => ({}),
  'dashboard.contact-growth': () => ({ query: { range: '90d' } }),
  'dashboard.work': () => ({}),
  'dashboard.activity': () => ({}),
  'dashboard.clients': () => ({ query: { sort: '-revenue', limit: 10 } }),
  'dashboard.attention': () => ({}),
  'dashboard.snooze-client': (scene) => ({ params: { clientId: clientInSight(scene) }, body: { reasons: ['silent'] } }),
  'dashboard.events': () => ({}),
  'annotations.list': () => ({ query: { from: '2026-04-01', to: '2026-05-31' } }),
  'annotations.create': () => ({ body: typed }),
  'annotations.update': async (scene) => ({
    params: { annotationId: await rows.annotation.insert(scene.api, scene.tenant, clientInSight(scene)) },
    body: typed,
  }),
  'annotations.delete': async (scene) => ({
    params: { annotationId: await rows.annotation.insert(scene.api, scene.tenant, clientInSight(scene)) },
  }),
  'goals.list': () => ({}),
  'goals.set': () => ({ body: { metric: 'new-contacts', target: 40 } }),
  'goals.delete': async (scene) => ({
    params: { goalId: await rows.goal.insert(scene.api, scene.tenant, clientInSight(scene)) },
  }),
};
