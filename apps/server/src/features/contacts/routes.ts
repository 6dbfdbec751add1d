import * as contract from '@waggle/contracts/contacts';
import * as tagsContract from '@waggle/contracts/tags';
import { type Mount, serve } from '#platform/http/serve.ts';
import * as contacts from './contacts.ts';
import { presentContact, presentTag } from './present.ts';
import { addTag, removeTag } from './tagging.ts';
import { findTags } from './tags/queries.ts';
import * as tags from './tags/tags.ts';

export function contactRoutes(mount: Mount): void {
  serve(mount, contract.listContacts, async (ctx, { query }) => {
    const { items, ...rest } = await contacts.listContacts(ctx, query);
    return { items: items.map(presentContact), ...rest };
  });
  serve(mount, contract.createContact, async (ctx, { body }) =>
    presentContact(await contacts.createContact(ctx, body)),
  );
  serve(mount, contract.readContact, async (ctx, { params }) =>
    presentContact(await contacts.readContact(ctx, params.contactId)),
  );
  serve(mount, contract.updateContact, async (ctx, { params, body }) =>
    presentContact(await contacts.updateContact(ctx, params.contactId, body)),
  );
  serve(mount, contract.deleteContact, (ctx, { params }) => contacts.deleteContact(ctx, params.contactId));
  serve(mount, contract.addContactTag, async (ctx, { params, body }) =>
    presentContact(await addTag(ctx, params.contactId, body.tagId)),
  );
  serve(mount, contract.removeContactTag, (ctx, { params }) => removeTag(ctx, params.contactId, params.tagId));
  tagRoutes(mount);
}

function tagRoutes(mount: Mount): void {
  serve(mount, tagsContract.listTags, async (ctx, { query }) => {
    const { items, ...rest } = await findTags(ctx, query);
    return { items: items.map(presentTag), ...rest };
  });
  serve(mount, tagsContract.createTag, async (ctx, { body }) => presentTag(await tags.createTag(ctx, body)));
  serve(mount, tagsContract.updateTag, async (ctx, { params, body }) =>
    presentTag(await tags.updateTag(ctx, params.tagId, body)),
  );
  serve(mount, tagsContract.deleteTag, (ctx, { params }) => tags.deleteTag(ctx, params.tagId));
}
