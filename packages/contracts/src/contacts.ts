import { z } from 'zod';
import { ClientOfNew, Owner } from './clients.ts';
import { Attributes } from './contact-fields.ts';
import { RulesInAddress, RuleTree } from './contact-rules.ts';
import { channels, consentStates, contactSources, contactStatuses, statedConsents } from './contact-words.ts';
import { ContactZone } from './contact-zones.ts';
import { endpoint, FileReply, idOf } from './endpoint.ts';
import { contactAddress, Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';
import { TagColor } from './tags.ts';

export { channels, consentStates, contactSources, contactStatuses };
export const ContactStatus = z.enum(contactStatuses);
export type ContactStatus = z.infer<typeof ContactStatus>;
export const ContactSource = z.enum(contactSources);
export type ContactSource = z.infer<typeof ContactSource>;
export const Channel = z.enum(channels);
export type Channel = z.infer<typeof Channel>;
export const ConsentState = z.enum(consentStates);
export type ConsentState = z.infer<typeof ConsentState>;
export const StatedConsent = z.enum(statedConsents);
export type StatedConsent = z.infer<typeof StatedConsent>;

export const Contact = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** As it was typed. */
  phone: z.string().nullable(),
  /** As a machine dials it, where the typed number says its country. */
  phoneE164: z.string().nullable(),
  company: z.string().nullable(),
  /** In which they live; null is that of the organization. */
  timeZone: z.string().nullable(),
  source: ContactSource,
  status: ContactStatus,
  emailConsent: ConsentState,
  smsConsent: ConsentState,
  attributes: Attributes,
  clientId: z.uuid().nullable(),
  tags: z.array(z.object({ id: z.uuid(), name: z.string(), color: TagColor })),
  lastActivityAt: Instant,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Contact = z.infer<typeof Contact>;

export const ContactDetail = Contact.extend({
  /** The reader takes a break from all mail until then; null when they take none. */
  mailPausedUntil: Instant.nullable(),
  /** Why nothing is sent, by channel. */
  suppressions: z.array(
    z.object({
      channel: Channel,
      reason: z.enum(['unsubscribed', 'bounced', 'complained', 'manual', 'erased']),
      happenedAt: Instant,
      /** The whole organization is bound, not this client alone. */
      everywhere: z.boolean(),
    }),
  ),
});
export type ContactDetail = z.infer<typeof ContactDetail>;

const contactPath = z.strictObject({ contactId: idOf('contact') });
/** Empty and absent are the same: nothing is known. */
const known = (max: number) => line(max).nullable();

const filters = {
  tagId: idOf('tag').optional(),
  status: ContactStatus.optional(),
  source: ContactSource.optional(),
  segmentId: idOf('segment').optional(),
};
/** Who is meant, in an address: everybody who fits all of it. */
export const filterQuery = { search: line(200).optional(), ...filters, rules: RulesInAddress.optional() };
/** The same in a body. */
export const ContactFilter = z.strictObject({ search: line(200).optional(), ...filters, rules: RuleTree.optional() });
export type ContactFilter = z.output<typeof ContactFilter>;

/** Columns every contact has: in any number of contacts a page costs the same. */
export const contactSorts = [
  '-createdAt',
  'createdAt',
  'email',
  '-email',
  'name',
  '-name',
  'lastActivityAt',
  '-lastActivityAt',
  'status',
  '-status',
  'source',
  '-source',
  'company',
  '-company',
] as const;
/** `custom.` and the key of a field: no index can hold the values of every organization's own fields. */
export const sortedField = /^-?custom\.([a-z][a-z0-9_]{0,39})$/;
/** Contacts that are sorted by a custom field at most; a filter leaves fewer. */
export const mostSortedByField = 5_000;
type FieldSort = `custom.${string}` | `-custom.${string}`;
const FieldSort = z.string().max(50).regex(sortedField) as unknown as z.ZodType<FieldSort, FieldSort>;
export const ContactSort = z.union([z.enum(contactSorts), FieldSort]);
export type ContactSort = z.infer<typeof ContactSort>;

export const listContacts = endpoint({
  name: 'contacts.list',
  method: 'GET',
  path: '/api/contacts',
  needs: 'contacts:read',
  summary:
    'Contacts with their tags. A search that finds nothing as typed looks for similar words. Where counting would take longer than finding, `total` is a floor and `exact` is false. Sorted by a custom field, up to 5,000 of them.',
  query: listQuery(contactSorts).extend({
    ...filterQuery,
    owner: Owner.optional(),
    sort: ContactSort.default('-createdAt'),
  }),
  reply: listReply(Contact).extend({
    exact: z.boolean(),
    /** The similar words that were looked for instead; null when the search was taken as typed. */
    searchedFor: z.string().nullable(),
  }),
  limits: { longWith: ['rules', 'segmentId'] },
});

export const countContacts = endpoint({
  name: 'contacts.count',
  method: 'GET',
  path: '/api/contacts/count',
  needs: 'contacts:read',
  summary: 'How many contacts fit, counted to the last one.',
  query: z.strictObject(filterQuery),
  reply: z.object({ count: z.number().int() }),
  limits: { cost: 'long-question' },
});

export const summarizeContacts = endpoint({
  name: 'contacts.summary',
  method: 'GET',
  path: '/api/contacts/summary',
  needs: 'contacts:read',
  summary: 'How many contacts there are by status, and how many of the plan are used.',
  reply: z.object({
    total: z.number().int(),
    byStatus: z.record(ContactStatus, z.number().int()),
    /** Of the whole organization, whichever client is active: those who can be written to. */
    counted: z.number().int(),
    limit: z.number().int().nullable(),
  }),
});
export type ContactSummary = z.infer<typeof summarizeContacts.reply>;

export const createContact = endpoint({
  name: 'contacts.create',
  method: 'POST',
  path: '/api/contacts',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary:
    'Adds a contact, unless the address is known already or the plan is full. Somebody who has opted out is added as opted out. While all clients are shown it says whose: a client, or null for the organization itself.',
  status: 201,
  body: z.strictObject({
    email: contactAddress(),
    firstName: known(100).default(null),
    lastName: known(100).default(null),
    phone: known(40).default(null),
    company: known(120).default(null),
    timeZone: ContactZone.nullable().default(null),
    source: ContactSource.default('manual'),
    status: z.enum(['active', 'lead']).default('active'),
    attributes: Attributes.default({}),
    clientId: ClientOfNew,
    /** Whether they agreed to get email; nothing is recorded where it is not said. */
    consent: StatedConsent.optional(),
    /** How they agreed; needed where they did. */
    basis: line(200).default(''),
  }),
  reply: Contact,
});

export const readContact = endpoint({
  name: 'contacts.read',
  method: 'GET',
  path: '/api/contacts/:contactId',
  needs: 'contacts:read',
  summary: 'One contact with its tags, its custom fields and what stops mail to it.',
  params: contactPath,
  reply: ContactDetail,
});

export const updateContact = endpoint({
  name: 'contacts.update',
  method: 'PUT',
  path: '/api/contacts/:contactId',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary: 'Edits a contact. Somebody who has opted out stays opted out.',
  params: contactPath,
  body: z.strictObject({
    email: contactAddress().optional(),
    firstName: known(100).optional(),
    lastName: known(100).optional(),
    phone: known(40).optional(),
    company: known(120).optional(),
    timeZone: ContactZone.nullable().optional(),
    source: ContactSource.optional(),
    status: z.enum(['active', 'lead', 'unsubscribed']).optional(),
    /** Only the fields named here change. */
    attributes: Attributes.optional(),
  }),
  reply: Contact,
});

export const deleteContact = endpoint({
  name: 'contacts.delete',
  method: 'DELETE',
  path: '/api/contacts/:contactId',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary: 'Deletes a contact. The answer names the batch that takes it back.',
  params: contactPath,
  reply: z.object({ batchId: z.uuid() }),
});

/** Fields of which one of two merged contacts has the value that stays; custom fields besides. */
export const mergeFields = ['email', 'firstName', 'lastName', 'phone', 'company', 'timeZone', 'source'] as const;
export type MergeField = (typeof mergeFields)[number];

const mergeBody = z.strictObject({
  otherId: idOf('contact'),
  /** Fields taken from the other contact. Of the rest this one keeps what it has and gets what it lacks. */
  take: z.array(z.enum(mergeFields)).max(mergeFields.length).default([]),
  /** Keys of custom fields taken from it. */
  takeAttributes: z.array(z.string().max(40)).max(100).default([]),
});

export const mergeContacts = endpoint({
  name: 'contacts.merge',
  method: 'POST',
  path: '/api/contacts/:contactId/merge',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary:
    'Moves tags, notes, tasks, activity and missing fields of another contact of the same client here, and removes that one. An opt-out of either holds.',
  params: contactPath,
  body: mergeBody,
  reply: Contact,
});

export const previewMerge = endpoint({
  name: 'contacts.merge-preview',
  method: 'POST',
  path: '/api/contacts/:contactId/merge/preview',
  needs: 'contacts:write',
  audit: { skip: 'reads' },
  summary: 'What the same merge would leave, without doing it.',
  params: contactPath,
  body: mergeBody,
  reply: z.object({
    contact: ContactDetail,
    notes: z.number().int(),
    openTasks: z.number().int(),
    emails: z.number().int(),
  }),
});
export type MergePreview = z.infer<typeof previewMerge.reply>;

/** Contacts that one call moves: each takes some ten statements, and all who add contacts wait meanwhile. */
export const mostMoved = 50;
const destination = idOf('client').nullable();

export const moveContact = endpoint({
  name: 'contacts.move',
  method: 'POST',
  path: '/api/contacts/:contactId/move',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary:
    'Gives a contact to another client, or with null to the organization itself, with tags, consent and activity. An opt-out goes with it. Refused where that client has a contact with the address.',
  params: contactPath,
  body: z.strictObject({ clientId: destination }),
  reply: Contact,
});

export const moveContacts = endpoint({
  name: 'contacts.move-many',
  method: 'POST',
  path: '/api/contacts/move',
  needs: 'contacts:write',
  audit: { entity: 'client', affected: 'total' },
  summary: 'The same for several. Those whose address the client has already stay where they are.',
  body: z.strictObject({ ids: z.array(idOf('contact')).min(1).max(mostMoved), clientId: destination }),
  reply: z.object({
    /** How many were moved. */
    total: z.number().int(),
    moved: z.array(z.object({ id: z.uuid(), fromClientId: z.uuid().nullable() })),
    /** Who stayed, and who has the address there. */
    taken: z.array(z.object({ id: z.uuid(), contactId: z.uuid() })),
  }),
});

export const addContactTag = endpoint({
  name: 'contacts.add-tag',
  method: 'POST',
  path: '/api/contacts/:contactId/tags',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary: 'Gives a contact a tag; having it already is fine.',
  params: contactPath,
  body: z.strictObject({ tagId: idOf('tag') }),
  reply: Contact,
});

export const removeContactTag = endpoint({
  name: 'contacts.remove-tag',
  method: 'DELETE',
  path: '/api/contacts/:contactId/tags/:tagId',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  summary: 'Takes a tag from a contact.',
  status: 204,
  params: contactPath.extend({ tagId: idOf('tag') }),
  reply: z.void(),
});

export const ContactActivity = z.object({
  /** With its type unique in a timeline: entering an automation and leaving it have the id of the run. */
  id: z.uuid(),
  type: z.string(),
  happenedAt: Instant,
  /** What it is about: a tag, an import, a campaign, a form, an automation, the beginning of a note, a task; null when that is gone. */
  subject: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Who of the team did it, where that is noted and in sight. */
  by: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type ContactActivity = z.infer<typeof ContactActivity>;

export const listContactActivity = endpoint({
  name: 'contacts.activity',
  method: 'GET',
  path: '/api/contacts/:contactId/activity',
  needs: 'contacts:read',
  summary: 'What happened to a contact, newest first.',
  params: contactPath,
  query: z.strictObject({
    cursor: z.string().max(2_000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({ items: z.array(ContactActivity), nextCursor: z.string().nullable() }),
});

/** How far the person went with one email. */
export const engagementSteps = ['sent', 'opened', 'clicked', 'bounced'] as const;

export const ContactEngagement = z.object({
  /** Of the 13 months the timeline keeps. */
  sent: z.number().int(),
  /** By people: what machines fetched counts nowhere here. */
  opened: z.number().int(),
  clicked: z.number().int(),
  /** The last 12, oldest first. */
  emails: z.array(
    z.object({
      campaignId: z.uuid(),
      /** Null once the campaign is deleted. */
      name: z.string().nullable(),
      sentAt: Instant,
      step: z.enum(engagementSteps),
    }),
  ),
});
export type ContactEngagement = z.infer<typeof ContactEngagement>;

export const readContactEngagement = endpoint({
  name: 'contacts.engagement',
  method: 'GET',
  path: '/api/contacts/:contactId/engagement',
  needs: 'contacts:read',
  summary: 'How a contact takes our emails: how many were sent, opened and clicked, and the last 12 one by one.',
  params: contactPath,
  reply: ContactEngagement,
});

export const downloadContactData = endpoint({
  name: 'contacts.data',
  method: 'GET',
  path: '/api/contacts/:contactId/data',
  needs: 'contacts:export',
  audit: { entity: 'contact', after: true },
  summary: 'Everything that is known about one person, as a JSON file.',
  params: contactPath,
  reply: FileReply,
});

export const eraseContact = endpoint({
  name: 'contacts.erase',
  method: 'POST',
  path: '/api/contacts/:contactId/erase',
  needs: 'contacts:write',
  audit: { entity: 'contact' },
  whileHeld: true,
  summary: 'Erases one person for good. Only a keyed hash stays, so that the address is never written to again.',
  status: 204,
  params: contactPath,
  /** Typed by the person who asks for it, as a second look. */
  body: z.strictObject({ email: contactAddress() }),
  reply: z.void(),
});

/** Columns of the export file, in its order; Email is always in it. */
export const exportFields = [
  'email',
  'firstName',
  'lastName',
  'phone',
  'company',
  'timeZone',
  'source',
  'tags',
  'createdAt',
] as const;
export const ExportField = z.enum(exportFields);
export type ExportField = z.infer<typeof ExportField>;
export const exportLabels: Readonly<Record<ExportField, string>> = {
  email: 'Email',
  firstName: 'First Name',
  lastName: 'Last Name',
  phone: 'Phone',
  company: 'Company',
  timeZone: 'Time Zone',
  source: 'Source',
  tags: 'Tags',
  createdAt: 'Created Date',
};

const listed = <Item extends z.ZodType<string, string>>(item: Item, most: number, text = z.string()) =>
  text
    .max(8_000)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.string().pipe(item)).max(most));

export const exportContacts = endpoint({
  name: 'contacts.export',
  method: 'GET',
  path: '/api/contacts/export',
  needs: 'contacts:export',
  audit: { entity: 'contact', after: true },
  summary: 'Contacts as CSV, streamed. No cell can start a formula; our own import takes that guard away again.',
  query: z.strictObject({
    ...filterQuery,
    /** Column names, separated by commas. */
    fields: listed(ExportField, exportFields.length),
    /** Keys of custom fields, separated by commas. */
    custom: listed(z.string().max(40), 100).optional(),
    /** Ids of a selection, separated by commas; the filter is then not looked at. */
    ids: listed(idOf('contact'), 200, z.string().meta({ idOf: 'contact' })).optional(),
  }),
  reply: FileReply,
  limits: { cost: 'own-queue' },
});
