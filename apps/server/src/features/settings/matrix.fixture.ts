import type * as clientSetups from '@waggle/contracts/client-setups';
import type * as frequencyCap from '@waggle/contracts/frequency-cap';
import type * as hosts from '@waggle/contracts/hosts';
import type * as contract from '@waggle/contracts/sending';
import { clientInSight, sendingInSight } from '../../../test/matrix/in-sight.ts';
import { type FixtureRows, fresh, type SamplesOf, type Scene } from '../../../test/matrix/scene.ts';

export const rows = {
  host: {
    table: 'hosts',
    copies: ['tier'],
    insert: async (api, { organizationId, mark }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into hosts (organization_id, client_id, host, purposes, token)
         values ($1, $2, $3, '{links}', repeat('0', 32)) returning id`,
        [organizationId, clientId, `${fresh()}.${mark.toLowerCase()}.example`],
      );
      return inserted[0]!.id;
    },
  },
} satisfies FixtureRows;

const hostInSight = async (scene: Scene) => ({
  hostId: await rows.host.insert(scene.api, scene.tenant, clientInSight(scene)),
});
/** White label comes with the highest plan. */
const withPlan = ({ api, tenant }: Scene) =>
  api.db.owner.query(`update organizations set subscription_tier = 'system' where id = $1`, [tenant.organizationId]);

export const samples: SamplesOf<typeof contract & typeof clientSetups & typeof hosts & typeof frequencyCap> = {
  'hosts.list': () => ({}),
  'hosts.create': async (scene) => {
    await withPlan(scene);
    const host = `${fresh()}.${scene.tenant.mark}.example`;
    return { body: { host, purposes: ['links' as const], clientId: clientInSight(scene) } };
  },
  'hosts.check': async (scene) => ({ params: await hostInSight(scene) }),
  'hosts.update': async (scene) => ({ params: await hostInSight(scene), body: { purposes: ['forms' as const] } }),
  'hosts.delete': async (scene) => ({ params: await hostInSight(scene) }),
  'sending.domains': () => ({}),
  'sending.add-domain': (scene) => ({
    body: { domain: `${fresh()}.${scene.tenant.mark}.example`, clientId: clientInSight(scene) },
  }),
  'sending.check-domain': async (scene) => ({ params: { domainId: (await sendingInSight(scene))['sending-domain'] } }),
  'sending.email-records': async (scene) => ({
    params: { domainId: (await sendingInSight(scene))['sending-domain'] },
    body: { email: `${fresh()}@${scene.tenant.mark}.example` },
  }),
  'sending.rotate-keys': async (scene) => ({ params: { domainId: (await sendingInSight(scene))['sending-domain'] } }),
  'sending.end-warm-up': async (scene) => ({ params: { domainId: (await sendingInSight(scene))['sending-domain'] } }),
  'sending.delete-domain': async (scene) => {
    const { sender, 'sending-domain': domainId } = await sendingInSight(scene);
    await scene.api.db.owner.query('delete from senders where id = $1', [sender]);
    return { params: { domainId } };
  },
  'sending.senders': () => ({}),
  'sending.create-sender': async (scene) => ({
    body: { fromName: 'Another Sender', fromEmail: `${fresh()}@${(await sendingInSight(scene)).domainName}` },
  }),
  'sending.update-sender': async (scene) => ({
    params: { senderId: (await sendingInSight(scene)).sender },
    body: { fromName: 'Another Name', replyTo: `${fresh()}@${scene.tenant.mark}.example` },
  }),
  'sending.delete-sender': async (scene) => ({ params: { senderId: (await sendingInSight(scene)).sender } }),
  'sending.connections': () => ({}),
  'sending.create-connection': () => ({
    body: { name: `Connection ${fresh()}`, host: '127.0.0.1', port: 1, tls: 'none', username: 'me', secret: fresh() },
  }),
  'sending.update-connection': async (scene) => ({
    params: { connectionId: (await sendingInSight(scene)).connection },
    body: { name: `Connection ${fresh()}` },
  }),
  'sending.delete-connection': async (scene) => ({
    params: { connectionId: (await sendingInSight(scene)).connection },
  }),
  'sending.check-connection': async (scene) => ({
    params: { connectionId: (await sendingInSight(scene)).connection },
  }),
  'sending.test': async (scene) => {
    const { sender, connection } = await sendingInSight(scene);
    return { body: { senderId: sender, connectionId: connection } };
  },
  'sending.client-setups': () => ({ query: { limit: 100 } }),
  'sending.set-up': () => ({}),
  'sending.address': () => ({}),
  'sending.save-address': () => ({ body: { postalAddress: '1 High Street\nBristol' } }),
  'sending.cap': () => ({}),
  'sending.save-cap': () => ({ body: { isOn: true, emails: 2, hours: 24 } }),
};
