import { reportContactEvent } from '@waggle/contracts/contact-events';
import * as contract from '@waggle/contracts/contacts';
import { seedTestContacts as seedTest } from '@waggle/contracts/demo';
import * as tagsContract from '@waggle/contracts/tags';
import { type Mount, serve } from '#platform/http/serve.ts';
import { deleteContact } from './batches/batches.ts';
import type { BatchParts } from './batches/entrance.ts';
import { batchRoutes } from './batches/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import * as contacts from './contacts.ts';
import { seedTestContacts } from './demo/seed-test.ts';
import { exportRoutes } from './export/routes.ts';
import { readEngagement } from './engagement/engagement.ts';
import { fieldRoutes } from './fields/routes.ts';
import { listActivity } from './activity/activity.ts';
import { reportEvent } from './activity/report-event.ts';
import { importRoutes } from './import/routes.ts';
import * as list from './list/list.ts';
import { moveContact, moveContacts } from './move/move.ts';
import { noteRoutes } from './notes/routes.ts';
import { presentContact, presentTag } from './present.ts';
import type { RunningParts } from './running.ts';
import { segmentRoutes } from './segments/routes.ts';
import { presentDetail } from './suppression/present.ts';
import type { ErasureJournal } from './privacy/erasure-journal.ts';
import { suppressionRoutes } from './suppression/routes.ts';
import { addTag, removeTag } from './tagging.ts';
import { findTags } from './tags/queries.ts';
import * as tags from './tags/tags.ts';
import { taskRoutes } from './tasks/routes.ts';
import { topicRoutes } from './topics/routes.ts';
import type { TopicParts } from './topics/uses.ts';
import { viewRoutes } from './views/routes.ts';

export type ContactParts = BatchParts & RunningParts & TopicParts & { demo: boolean; journal: ErasureJournal };

export function contactRoutes(mount: Mount, parts: ContactParts): void {
  const { demo, journal } = parts;
  serve(mount, contract.listContacts, async (ctx, { query }) => {
    const { items, ...rest } = await list.listContacts(ctx, query);
    return { items: items.map(presentContact), ...rest };
  });
  serve(mount, contract.countContacts, async (ctx, { query }) => ({ count: await list.countContacts(ctx, query) }));
  serve(mount, contract.summarizeContacts, (ctx) => list.summarizeContacts(ctx));
  serve(mount, contract.listContactActivity, (ctx, { params, query }) => listActivity(ctx, params.contactId, query));
  serve(mount, reportContactEvent, (ctx, { params, body }) => reportEvent(ctx, params.contactId, body));
  serve(mount, contract.readContactEngagement, (ctx, { params }) => readEngagement(ctx, params.contactId));
  serve(mount, contract.createContact, async (ctx, { body }) =>
    presentContact(await contacts.createContact(ctx, body)),
  );
  serve(mount, contract.readContact, async (ctx, { params }) =>
    presentDetail(await contacts.readDetail(ctx, params.contactId)),
  );
  serve(mount, contract.updateContact, async (ctx, { params, body }) =>
    presentContact(await contacts.updateContact(ctx, params.contactId, body)),
  );
  serve(mount, contract.deleteContact, (ctx, { params }) => deleteContact(ctx, params.contactId));
  serve(mount, contract.moveContact, async (ctx, { params, body }) =>
    presentContact(await moveContact(ctx, params.contactId, body.clientId)),
  );
  serve(mount, contract.moveContacts, (ctx, { body }) => moveContacts(ctx, body.ids, body.clientId));
  serve(mount, contract.addContactTag, async (ctx, { params, body }) =>
    presentContact(await addTag(ctx, params.contactId, body.tagId)),
  );
  serve(mount, contract.removeContactTag, (ctx, { params }) => removeTag(ctx, params.contactId, params.tagId));
  for (const endpoint of demo ? [seedTest] : [])
    serve(mount, endpoint, async (ctx, { body }) => ({ created: await seedTestContacts(ctx, body.count) }));
  tagRoutes(mount, parts);
  fieldRoutes(mount);
  noteRoutes(mount);
  taskRoutes(mount);
  topicRoutes(mount, parts);
  viewRoutes(mount);
  companyRoutes(mount);
  batchRoutes(mount);
  suppressionRoutes(mount, journal);
  segmentRoutes(mount, parts);
  importRoutes(mount);
  exportRoutes(mount);
}

function tagRoutes(mount: Mount, parts: RunningParts): void {
  serve(mount, tagsContract.listTags, async (ctx, { query }) => {
    const { items, ...rest } = await findTags(ctx, query);
    return { items: items.map(presentTag), ...rest };
  });
  serve(mount, tagsContract.createTag, async (ctx, { body }) => presentTag(await tags.createTag(ctx, body)));
  serve(mount, tagsContract.updateTag, async (ctx, { params, body }) =>
    presentTag(await tags.updateTag(ctx, params.tagId, body)),
  );
  serve(mount, tagsContract.mergeTags, async (ctx, { params, body }) =>
    presentTag(await tags.mergeTags(parts, ctx, { tagId: params.tagId, intoId: body.intoId })),
  );
  serve(mount, tagsContract.deleteTag, (ctx, { params }) => tags.deleteTag(parts, ctx, params.tagId));
}
