import { randomUUID } from 'node:crypto';
import type * as checks from '@waggle/contracts/campaign-checks';
import type * as audience from '@waggle/contracts/campaign-audience';
import type * as publicPage from '@waggle/contracts/campaign-public-page';
import type * as recipients from '@waggle/contracts/campaign-recipients';
import type * as report from '@waggle/contracts/campaign-report';
import type * as contract from '@waggle/contracts/campaigns';
import { Recipients } from '@waggle/contracts/campaigns';
import type * as versions from '@waggle/contracts/campaign-versions';
import type * as contactEmails from '@waggle/contracts/contact-emails';
import {
  campaignInSight,
  clientInSight,
  rowsInSight,
  sendingInSight,
  topicInSight,
} from '../../../test/matrix/in-sight.ts';
import type { FixtureRows, SamplesOf, Scene } from '../../../test/matrix/scene.ts';
import { insertCampaign } from '../../../test/matrix/tenant-fixture.ts';

const versionRow = `
  insert into campaign_versions (organization_id, client_id, campaign_id, version, subject, preview_text, content)
  select organization_id, client_id, id, 1, $2, '', content from campaigns where id = $1 returning id`;

export const rows = {
  'campaign-version': {
    table: 'campaign_versions',
    insert: async (api, { organizationId, mark }, clientId) => {
      const made = await api.db.owner.query<{ id: string }>(
        `insert into campaigns (organization_id, client_id, name, subject, content, recipients, tracking)
         values ($1, $2, $3, 'Hello', '{"html":"<p>Hello</p>","text":""}', $4, '{"opens":true,"clicks":true}') returning id`,
        [organizationId, clientId, `Kept ${mark}`, Recipients.parse({ type: 'all' })],
      );
      const { rows } = await api.db.owner.query<{ id: string }>(versionRow, [made.rows[0]!.id, `Hello ${mark}`]);
      return rows[0]!.id;
    },
  },
} satisfies FixtureRows;

async function versionInSight(scene: Scene) {
  const { campaignId } = await campaignInSight(scene);
  const { rows } = await scene.api.db.owner.query<{ id: string }>(versionRow, [campaignId, 'Hello']);
  return { campaignId, versionId: rows[0]!.id };
}

/** Sent to be sent later, and not begun. */
async function scheduledInSight(scene: Scene) {
  const params = await campaignInSight(scene);
  await scene.api.db.owner.query(
    `update campaigns set status = 'ACTIVE', scheduled_at = now() + interval '1 year' where id = $1`,
    [params.campaignId],
  );
  return params;
}

export const samples: SamplesOf<
  typeof contract &
    typeof recipients &
    typeof report &
    typeof versions &
    typeof checks &
    typeof contactEmails &
    typeof publicPage &
    typeof audience
> = {
  'campaigns.list': () => ({ query: { limit: 100 } }),
  'campaigns.create': async (scene) => {
    const { contact, tag, segment } = await rowsInSight(scene);
    const { sender, connection } = await sendingInSight(scene);
    const named = { tagIds: [tag], segmentIds: [segment], contactIds: [contact] };
    return {
      body: {
        clientId: clientInSight(scene),
        name: 'Spring',
        subject: 'Spring is here',
        htmlContent: '<p>Hello</p>',
        recipients: { type: 'segments', ...named, exclude: named },
        senderId: sender,
        connectionId: connection,
        topicId: await topicInSight(scene),
      },
    };
  },
  'campaigns.stats': () => ({}),
  'campaigns.duplicate': async (scene) => ({ params: await campaignInSight(scene) }),
  'campaigns.schedule': async (scene) => ({
    params: await scheduledInSight(scene),
    body: { scheduledAt: '2040-05-01T09:00:00Z' },
  }),
  'campaigns.draft': async (scene) => ({ params: await scheduledInSight(scene) }),
  'campaigns.preview': async (scene) => ({
    params: await campaignInSight(scene),
    body: { contactId: (await rowsInSight(scene)).contact },
  }),
  'campaigns.check': async (scene) => ({ params: await campaignInSight(scene) }),
  'campaigns.checkLinks': async (scene) => ({ params: await campaignInSight(scene) }),
  'campaigns.versions': async (scene) => ({ params: { campaignId: (await versionInSight(scene)).campaignId } }),
  'campaigns.version': async (scene) => ({ params: await versionInSight(scene) }),
  'campaigns.restore': async (scene) => ({ params: await versionInSight(scene) }),
  'campaigns.read': async (scene) => ({ params: await campaignInSight(scene) }),
  'campaigns.update': async (scene) => {
    const { contact, tag, segment } = await rowsInSight(scene);
    const { sender, connection } = await sendingInSight(scene);
    const named = { tagIds: [tag], segmentIds: [segment], contactIds: [contact] };
    const body = {
      name: 'Summer',
      recipients: { type: 'segments', ...named, exclude: named },
      senderId: sender,
      connectionId: connection,
    } as const;
    return { params: await campaignInSight(scene), body };
  },
  'campaigns.status': async (scene) => ({
    params: await campaignInSight(scene, 'ACTIVE'),
    body: { status: 'PAUSED' },
  }),
  'campaigns.delete': async (scene) => ({ params: await campaignInSight(scene) }),
  'campaigns.audienceZones': async (scene) => {
    const { contact, tag, segment } = await rowsInSight(scene);
    const named = { tagIds: [tag], segmentIds: [segment], contactIds: [contact] };
    const recipients = { type: 'segments', ...named, exclude: named } as const;
    return { body: { recipients, clientId: clientInSight(scene), at: '2040-05-01T09:00' } };
  },
  'campaigns.audience': async (scene) => {
    const { contact, tag, segment } = await rowsInSight(scene);
    const named = { tagIds: [tag], segmentIds: [segment], contactIds: [contact] };
    const topicId = await topicInSight(scene);
    return {
      body: { clientId: clientInSight(scene), topicId, recipients: { type: 'segments', ...named, exclude: named } },
    };
  },
  'campaigns.audiencePeople': async (scene) => {
    const { contact, tag, segment } = await rowsInSight(scene);
    const named = { tagIds: [tag], segmentIds: [segment], contactIds: [contact] };
    const recipients = { type: 'segments', ...named, exclude: named } as const;
    return { body: { clientId: clientInSight(scene), recipients, group: 'excluded' } };
  },
  'campaigns.send': async (scene) => ({ params: await campaignInSight(scene) }),
  'campaigns.cancel': async (scene) => ({ params: await campaignInSight(scene, 'ACTIVE') }),
  'campaigns.retry': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED') }),
  'campaigns.recipients': async (scene) => ({
    params: await campaignInSight(scene, 'COMPLETED'),
    query: { limit: 100 },
  }),
  'campaigns.exportRecipients': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED') }),
  'campaigns.leftOut': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED'), query: { limit: 100 } }),
  'campaigns.exportLeftOut': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED') }),
  'campaigns.settleAll': async (scene) => ({
    params: await campaignInSight(scene, 'COMPLETED'),
    body: { as: 'accepted' },
  }),
  'campaigns.links': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED') }),
  'campaigns.settle': async (scene) => {
    const { campaign, contact } = await insertCampaign(scene.api, scene.tenant, clientInSight(scene), {
      status: 'COMPLETED',
    });
    return { params: { campaignId: campaign }, body: { contactIds: [contact], as: 'accepted' } };
  },
  'campaigns.report': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED'), query: { span: '7d' } }),
  'campaigns.figures': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED') }),
  'campaigns.sequence': async (scene) => {
    const params = await campaignInSight(scene);
    await scene.api.db.owner.query(`update campaigns set type = 'SEQUENCE', sequence = '[]' where id = $1`, [
      params.campaignId,
    ]);
    return { params };
  },
  'campaigns.clickMap': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED') }),
  'campaigns.resend': async (scene) => ({
    params: await campaignInSight(scene, 'COMPLETED'),
    body: { name: 'Spring again', segmentName: 'Did not open: Spring' },
  }),
  'campaigns.test': async (scene) => ({
    params: await campaignInSight(scene),
    body: { memberIds: [scene.tenant.people.USER.id] },
  }),
  'contact-emails.list': async (scene) => ({ params: { contactId: (await rowsInSight(scene)).contact } }),
  'contact-emails.options': async (scene) => ({ params: { contactId: (await rowsInSight(scene)).contact } }),
  'contact-emails.send': async (scene) => {
    // A campaign brings what sending needs: a sender, a connection and the postal address.
    const clientId = clientInSight(scene);
    const { contact, sender, connection } = await insertCampaign(scene.api, scene.tenant, clientId);
    const { owner } = scene.api.db;
    await owner.query('update smtp_connections set is_default = false where client_id = $1', [clientId]);
    await owner.query('update smtp_connections set is_default = true where id = $1', [connection]);
    const body = { requestKey: randomUUID(), senderId: sender, subject: 'Your order', text: 'It is ready.' };
    return { params: { contactId: contact }, body };
  },
  'campaigns.publicPage': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED') }),
  'campaigns.changePublicPage': async (scene) => ({
    params: await campaignInSight(scene, 'COMPLETED'),
    body: { isPublic: true },
  }),
  'campaigns.proof': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED') }),
};
