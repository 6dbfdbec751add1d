import type * as contract from '@waggle/contracts/sending';
import { clientInSight, sendingInSight } from '../../../test/matrix/in-sight.ts';
import { fresh, type SamplesOf } from '../../../test/matrix/scene.ts';

export const samples: SamplesOf<typeof contract> = {
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
  'sending.set-up': () => ({}),
  'sending.address': () => ({}),
  'sending.save-address': () => ({ body: { postalAddress: '1 High Street\nBristol' } }),
};
