import { randomUUID } from 'node:crypto';
import type * as companies from '@waggle/contracts/companies';
import type * as contactBatches from '@waggle/contracts/contact-batches';
import type * as contactEvents from '@waggle/contracts/contact-events';
import type * as contactFields from '@waggle/contracts/contact-fields';
import type * as contactNotes from '@waggle/contracts/contact-notes';
import type * as contactTasks from '@waggle/contracts/contact-tasks';
import type * as contactViews from '@waggle/contracts/contact-views';
import type * as contacts from '@waggle/contracts/contacts';
import type * as imports from '@waggle/contracts/imports';
import type * as segments from '@waggle/contracts/segments';
import type * as suppressions from '@waggle/contracts/suppressions';
import type * as tags from '@waggle/contracts/tags';
import type * as topics from '@waggle/contracts/topics';
import {
  clientInSight,
  contactInSight,
  importInSight,
  rowsInSight,
  tagRule,
  topicInSight,
} from '../../../test/matrix/in-sight.ts';
import { type FixtureRows, fresh, type SamplesOf, type Scene } from '../../../test/matrix/scene.ts';
import { importContent, insertTopic } from '../../../test/matrix/tenant-fixture.ts';

const noteRow = `insert into contact_notes (organization_id, client_id, contact_id, author_id, text)
  values ($1, $2, $3, $4, $5) returning id`;
const taskRow = `insert into contact_tasks (organization_id, client_id, contact_id, created_by, title)
  values ($1, $2, $3, $4, $5) returning id`;

const rowOf = (statement: string): NonNullable<FixtureRows['contact-note']> => ({
  table: statement === noteRow ? 'contact_notes' : 'contact_tasks',
  insert: async (api, { organizationId, mark }, clientId) => {
    const values = [organizationId, clientId, randomUUID(), randomUUID(), `Call ${mark}`];
    return (await api.db.owner.query<{ id: string }>(statement, values)).rows[0]!.id;
  },
});
const viewState: contactViews.ContactViewState = {
  density: 'regular',
  hiddenColumns: [],
  shownColumns: [],
  order: [],
  widths: {},
};
/** A view of the team. */
const view: NonNullable<FixtureRows['contact-view']> = {
  table: 'contact_views',
  insert: async (api, { organizationId, mark }, clientId) => {
    const values = [organizationId, clientId, `View ${mark} ${fresh()}`, viewState];
    const { rows: inserted } = await api.db.owner.query<{ id: string }>(
      'insert into contact_views (organization_id, client_id, name, state) values ($1, $2, $3, $4) returning id',
      values,
    );
    return inserted[0]!.id;
  },
};
const topic: NonNullable<FixtureRows['topic']> = { table: 'topics', insert: insertTopic };
export const rows = {
  'contact-note': rowOf(noteRow),
  'contact-task': rowOf(taskRow),
  'contact-view': view,
  topic,
} satisfies FixtureRows;

/** A note or a task of the caller about a contact in sight. */
async function ownInSight(scene: Scene, statement: string): Promise<{ contactId: string; id: string }> {
  const { api, tenant, guest } = scene;
  const { contact: contactId } = await contactInSight(scene);
  const values = [tenant.organizationId, clientInSight(scene), contactId, guest.userId, `Call ${tenant.mark}`];
  return { contactId, id: (await api.db.owner.query<{ id: string }>(statement, values)).rows[0]!.id };
}

export const samples: SamplesOf<
  typeof contacts &
    typeof companies &
    typeof contactBatches &
    typeof contactEvents &
    typeof contactFields &
    typeof contactNotes &
    typeof contactTasks &
    typeof contactViews &
    typeof suppressions &
    typeof segments &
    typeof imports &
    typeof tags &
    typeof topics
> = {
  'contacts.list': async (scene) => {
    const { tag, segment } = await rowsInSight(scene);
    return { query: { limit: 100, tagId: tag, segmentId: segment } };
  },
  'contacts.count': async (scene) => {
    const { tag, segment } = await rowsInSight(scene);
    return { query: { tagId: tag, segmentId: segment } };
  },
  'contacts.summary': () => ({}),
  'contacts.create': (scene) => ({
    body: {
      email: `${fresh()}@${scene.tenant.mark}.example`,
      firstName: 'New',
      lastName: 'Contact',
      phone: null,
      clientId: clientInSight(scene),
    },
  }),
  'contacts.read': async (scene) => ({ params: { contactId: (await contactInSight(scene)).contact } }),
  'contacts.update': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { email: `${fresh()}@${scene.tenant.mark}.example`, status: 'lead' },
  }),
  'contacts.report-event': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { name: 'trial.started', data: { plan: scene.tenant.mark } },
  }),
  'contacts.delete': async (scene) => ({ params: { contactId: (await contactInSight(scene)).contact } }),
  'contacts.add-tag': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { tagId: (await contactInSight(scene)).tag },
  }),
  'contacts.remove-tag': async (scene) => {
    const { contact, tag } = await contactInSight(scene);
    return { params: { contactId: contact, tagId: tag } };
  },
  'contacts.merge': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { otherId: (await contactInSight(scene)).contact },
  }),
  'contacts.merge-preview': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { otherId: (await contactInSight(scene)).contact, take: ['email'] },
  }),
  'contacts.move': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { clientId: clientInSight(scene) },
  }),
  'contacts.move-many': async (scene) => ({
    body: { ids: [(await contactInSight(scene)).contact], clientId: clientInSight(scene) },
  }),
  'contacts.activity': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    query: { limit: 100 },
  }),
  'contacts.engagement': async (scene) => ({ params: { contactId: (await contactInSight(scene)).contact } }),
  'contacts.data': async (scene) => ({ params: { contactId: (await contactInSight(scene)).contact } }),
  'contacts.erase': async (scene) => {
    const { contact, email } = await contactInSight(scene);
    return { params: { contactId: contact }, body: { email } };
  },
  'contacts.export': async (scene) => {
    const { tag, segment } = await rowsInSight(scene);
    return { query: { fields: 'email,tags', tagId: tag, segmentId: segment } };
  },
  'contact-batches.start': async (scene) => {
    const { contact, tag } = await contactInSight(scene);
    return { body: { action: 'untag', tagId: tag, ids: [contact] } };
  },
  'contact-batches.list': () => ({}),
  'contact-batches.read': async (scene) => ({ params: { batchId: (await rowsInSight(scene)).batch } }),
  'contact-batches.undo': async (scene) => ({ params: { batchId: (await rowsInSight(scene)).batch } }),
  'contact-fields.list': () => ({}),
  'contact-fields.create': () => ({ body: { label: `Field ${fresh()}`, type: 'choice', options: ['One', 'Two'] } }),
  'contact-fields.update': async (scene) => ({
    params: { fieldId: (await rowsInSight(scene))['contact-field'] },
    body: { label: `Field ${fresh()}` },
  }),
  'contact-fields.delete': async (scene) => ({ params: { fieldId: (await rowsInSight(scene))['contact-field'] } }),
  'contact-notes.list': async (scene) => ({
    params: { contactId: (await ownInSight(scene, noteRow)).contactId },
    query: { limit: 100 },
  }),
  'contact-notes.create': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { text: 'Likes rye.\nAsk again in June.' },
  }),
  'contact-notes.update': async (scene) => {
    const { contactId, id: noteId } = await ownInSight(scene, noteRow);
    return { params: { contactId, noteId }, body: { text: `Note ${fresh()}` } };
  },
  'contact-notes.delete': async (scene) => {
    const { contactId, id: noteId } = await ownInSight(scene, noteRow);
    return { params: { contactId, noteId } };
  },
  'contact-tasks.list': async (scene) => ({ params: { contactId: (await ownInSight(scene, taskRow)).contactId } }),
  'contact-tasks.create': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { title: 'Call back', dueOn: '2026-05-14', assigneeId: scene.guest.userId },
  }),
  'contact-tasks.update': async (scene) => {
    const { contactId, id: taskId } = await ownInSight(scene, taskRow);
    return { params: { contactId, taskId }, body: { done: true, assigneeId: scene.guest.userId } };
  },
  'contact-tasks.delete': async (scene) => {
    const { contactId, id: taskId } = await ownInSight(scene, taskRow);
    return { params: { contactId, taskId } };
  },
  'contact-tasks.assignees': async (scene) => ({ params: { contactId: (await contactInSight(scene)).contact } }),
  'contact-tasks.mine': () => ({}),
  'companies.list': () => ({ query: { limit: 100 } }),
  'contact-views.list': () => ({}),
  'contact-views.create': async (scene) => ({
    body: {
      name: `View ${fresh()}`,
      state: { ...viewState, rules: await tagRule(scene), segmentId: (await rowsInSight(scene)).segment },
    },
  }),
  'contact-views.update': async (scene) => ({
    params: { viewId: await view.insert(scene.api, scene.tenant, clientInSight(scene)) },
    body: { name: `View ${fresh()}`, state: { ...viewState, segmentId: (await rowsInSight(scene)).segment } },
  }),
  'contact-views.delete': async (scene) => ({
    params: { viewId: await view.insert(scene.api, scene.tenant, clientInSight(scene)) },
  }),
  'topics.list': () => ({}),
  'topics.create': (scene) => ({ body: { name: `Topic ${fresh()}`, clientId: clientInSight(scene) } }),
  'topics.update': async (scene) => ({
    params: { topicId: await topicInSight(scene) },
    body: { name: `Topic ${fresh()}`, archived: true },
  }),
  'topics.order': async (scene) => ({ params: { topicId: await topicInSight(scene) }, body: { position: 0 } }),
  'topics.delete': async (scene) => ({ params: { topicId: await topicInSight(scene) } }),
  'contact-topics.list': async (scene) => ({ params: { contactId: (await contactInSight(scene)).contact } }),
  'contact-topics.choose': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact, topicId: await topicInSight(scene) },
    body: { optedOut: true },
  }),
  'suppressions.list': () => ({ query: { limit: 100 } }),
  'suppressions.add': ({ tenant }) => ({ body: { address: `${fresh()}@${tenant.mark}.example` } }),
  'suppressions.lift': async (scene) => ({ params: { suppressionId: (await rowsInSight(scene)).suppression } }),
  'consents.list': async (scene) => ({ params: { contactId: (await contactInSight(scene)).contact } }),
  'consents.record': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { channel: 'email', state: 'granted', basis: 'Signed at the fair' },
  }),
  'segments.list': () => ({ query: { limit: 100 } }),
  'segments.create': async (scene) => ({
    body: { name: `Segment ${fresh()}`, rules: await tagRule(scene), clientId: clientInSight(scene) },
  }),
  'segments.read': async (scene) => ({ params: { segmentId: (await rowsInSight(scene)).segment } }),
  'segments.update': async (scene) => ({
    params: { segmentId: (await rowsInSight(scene)).segment },
    body: { name: `Segment ${fresh()}`, rules: await tagRule(scene) },
  }),
  'segments.delete': async (scene) => ({ params: { segmentId: (await rowsInSight(scene)).segment } }),
  'segments.count': async (scene) => ({ params: { segmentId: (await rowsInSight(scene)).segment } }),
  'segments.preview': async (scene) => ({ body: { rules: await tagRule(scene) } }),
  'segments.why': async (scene) => {
    const { segment, contact } = await rowsInSight(scene);
    return { params: { segmentId: segment, contactId: contact } };
  },
  'imports.list': () => ({ query: { limit: 100 } }),
  'imports.create': async (scene) => {
    const { api, tenant } = scene;
    // Other samples leave unfinished ones behind, of which an organization may have ten.
    await api.db.owner.query(`delete from imports where organization_id = $1 and state <> 'done' and id <> all($2)`, [
      tenant.organizationId,
      [tenant.ids.import, tenant.otherClientIds.import],
    ]);
    return { body: { name: `${tenant.mark}.csv`, bytes: 100, clientId: clientInSight(scene) } };
  },
  'imports.upload': async (scene) => ({
    params: { importId: await importInSight(scene, 'uploading'), part: 0 },
    upload: importContent(scene.tenant, clientInSight(scene)),
  }),
  'imports.open': async (scene) => ({ params: { importId: await importInSight(scene, 'uploading') }, body: {} }),
  'imports.check': async (scene) => ({
    params: { importId: await importInSight(scene, 'uploaded') },
    body: { columns: [{ to: 'email' }, { to: 'firstName' }], tagIds: [(await contactInSight(scene)).tag] },
  }),
  'imports.start': async (scene) => ({ params: { importId: await importInSight(scene, 'checked') } }),
  'imports.read': async (scene) => ({ params: { importId: await importInSight(scene, 'done') } }),
  'imports.cancel': async (scene) => ({ params: { importId: await importInSight(scene, 'uploaded') } }),
  'imports.errors': async (scene) => ({ params: { importId: await importInSight(scene, 'done') } }),
  'imports.undo': async (scene) => ({ params: { importId: await importInSight(scene, 'done') } }),
  'imports.kept': async (scene) => ({ params: { importId: await importInSight(scene, 'done') }, query: {} }),
  'tags.merge': async (scene) => ({
    params: { tagId: (await contactInSight(scene)).tag },
    body: { intoId: (await contactInSight(scene)).tag },
  }),
  'tags.list': () => ({ query: { limit: 100 } }),
  'tags.create': (scene) => ({
    body: { name: `Tag ${fresh()}`, color: '#10B981', clientId: clientInSight(scene) },
  }),
  'tags.update': async (scene) => ({
    params: { tagId: (await contactInSight(scene)).tag },
    body: { name: `Tag ${fresh()}`, color: '#EF4444' },
  }),
  'tags.delete': async (scene) => ({ params: { tagId: (await contactInSight(scene)).tag } }),
};
