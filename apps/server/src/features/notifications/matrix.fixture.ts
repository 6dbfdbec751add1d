import type * as contract from '@waggle/contracts/notifications';
import type { FixtureRows, SamplesOf } from '../../../test/matrix/scene.ts';
import { fresh } from '../../../test/matrix/scene.ts';

export const samples: SamplesOf<typeof contract> = {
  'notifications.list': () => ({}),
  'notifications.read': () => ({ body: {} }),
  'notifications.choices': () => ({}),
  'notifications.save-choice': () => ({ body: { kind: 'import-finished', channel: 'email', on: false } }),
};

export const rows: FixtureRows = {
  notification: {
    table: 'notifications',
    insert: async ({ db }, { organizationId }, clientId) => {
      const { rows } = await db.owner.query<{ id: string }>(
        `insert into notifications (organization_id, user_id, client_id, kind, cause, facts, in_app, by_email)
         select organization_id, user_id, $2, 'new-sign-in', $3, '{"device":"Chrome on Linux"}', true, false from members
         where organization_id = $1 order by role limit 1 returning id`,
        [organizationId, clientId, fresh()],
      );
      return rows[0]!.id;
    },
  },
};
