import { z } from 'zod';
import { accentColor, brandWebsite } from './brand.ts';
import { Client, clientEmail, clientName } from './clients.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { line } from './fields.ts';
import { postalAddress } from './sending.ts';
import { webAddress } from './web-address.ts';

/** What a new client may begin with, in the order people see it. `brand` is colors and fonts alone. */
export const copyKinds = ['tags', 'fields', 'segments', 'forms', 'emailTemplates', 'qrPresets', 'brand'] as const;
export type CopyKind = (typeof copyKinds)[number];
const CopyKindName = z.enum(copyKinds);

/** Of one kind, with one client. */
export const mostCopied = 500;
/** Of one organization. */
export const mostClientTemplates = 50;

const count = z.number().int();
/** How many there are of each kind; of a brand 1 when it has colors or fonts. */
export const CopyCounts = z.object({
  tags: count,
  fields: count,
  segments: count,
  forms: count,
  emailTemplates: count,
  qrPresets: count,
  brand: count,
});
export type CopyCounts = z.infer<typeof CopyCounts>;

export const ClientTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  clientId: z.uuid(),
  clientName: z.string(),
  kinds: z.array(CopyKindName),
  counts: CopyCounts,
});
export type ClientTemplate = z.infer<typeof ClientTemplate>;

/** What emails of a new client would leave with. */
export const SendingOfNew = z.object({
  /** A verified domain of the organization on which the client gets an address of its own; null where there is none. */
  domain: z.string().nullable(),
  /** Addresses on it that are senders already. */
  takenAddresses: z.array(z.string()),
  /** Who it sends as without one: the organization's own default; null where that is not verified. */
  fallback: z.string().nullable(),
  hasConnection: z.boolean(),
  /** Of the organization; printed where the client has none. */
  postalAddress: z.string(),
});
export type SendingOfNew = z.infer<typeof SendingOfNew>;

const templateName = line(80, 'Enter a name').min(1, 'Enter a name');
const kinds = z
  .array(CopyKindName)
  .max(copyKinds.length)
  .refine((list) => new Set(list).size === list.length, 'Choose each kind once');
const someKinds = kinds.min(1, 'Choose what to copy');
const templatePath = z.strictObject({ templateId: idOf('client-template') });

export const listClientTemplates = endpoint({
  name: 'client-templates.list',
  method: 'GET',
  path: '/api/client-templates',
  needs: 'clients:manage',
  summary: 'Templates for new clients by name, each with how much it copies, and what a new client would send with.',
  reply: z.object({
    items: z.array(ClientTemplate),
    sending: SendingOfNew,
    /** Whether the operator lets websites be asked for their brand. */
    looksUpWebsites: z.boolean(),
  }),
});

export const countCopies = endpoint({
  name: 'client-templates.counts',
  method: 'GET',
  path: '/api/client-templates/counts',
  needs: 'clients:manage',
  summary: 'How much of each kind a client has that could be copied.',
  query: z.strictObject({ clientId: idOf('client') }),
  reply: CopyCounts,
});

export const createClientTemplate = endpoint({
  name: 'client-templates.create',
  method: 'POST',
  path: '/api/client-templates',
  needs: 'clients:manage',
  audit: { entity: 'client-template', after: true },
  summary: 'Makes a template of a client. What the client has is read when the template is used.',
  status: 201,
  body: z.strictObject({ name: templateName, clientId: idOf('client'), kinds: someKinds }),
  reply: ClientTemplate,
});

export const updateClientTemplate = endpoint({
  name: 'client-templates.update',
  method: 'PUT',
  path: '/api/client-templates/:templateId',
  needs: 'clients:manage',
  audit: { entity: 'client-template', after: true },
  summary: 'Renames a template, or changes what it copies and from whom.',
  params: templatePath,
  body: z.strictObject({
    name: templateName.optional(),
    clientId: idOf('client').optional(),
    kinds: someKinds.optional(),
  }),
  reply: ClientTemplate,
});

export const deleteClientTemplate = endpoint({
  name: 'client-templates.delete',
  method: 'DELETE',
  path: '/api/client-templates/:templateId',
  needs: 'clients:manage',
  audit: { entity: 'client-template' },
  summary: 'Deletes a template. Clients that were made with it stay as they are.',
  status: 204,
  params: templatePath,
  reply: NoReply,
});

/** Why something was left out: there is no room for more, the plan has none of it, or it asks for what was not copied. */
export const leftOutReasons = [
  'quota',
  'plan',
  'tag',
  'field',
  'form',
  'campaign',
  'import',
  'automation',
  'client',
  'logo',
  'html',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const LeftOut = z.object({
  kind: CopyKindName,
  /** Of the thing itself: a segment, a form, an email template. */
  name: z.string(),
  because: z.enum(leftOutReasons),
  /** Whether it was copied without that part. */
  isCopied: z.boolean(),
});
export type LeftOut = z.infer<typeof LeftOut>;

export const startClient = endpoint({
  name: 'client-templates.use',
  method: 'POST',
  path: '/api/client-templates/use',
  needs: 'clients:manage',
  audit: { entity: 'client', after: true },
  summary:
    'Adds a client that begins with copies of what another one has, and with a sender of its own where the organization has a verified domain. All of it or nothing.',
  status: 201,
  body: z.strictObject({
    name: clientName,
    email: clientEmail.default(null),
    website: brandWebsite.default(''),
    /** One of the two, or neither for a client that begins empty. */
    templateId: idOf('client-template').nullable().default(null),
    fromClientId: idOf('client').nullable().default(null),
    kinds: kinds.default([]),
    /** Null takes the color of the brand that is copied. */
    accent: accentColor.nullable().default(null),
    /** Empty takes that of the organization. */
    postalAddress: postalAddress.default(''),
    /** The same for every try of one and the same client, so that it is made once. */
    attempt: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, "This value isn't valid"),
  }),
  reply: z.object({
    client: Client,
    copied: CopyCounts,
    leftOut: z.array(LeftOut),
    /** Who the client sends as: its own address, or else the organization's; null where neither is verified. */
    sender: z.object({ id: z.uuid(), name: z.string(), email: z.string(), isOwn: z.boolean() }).nullable(),
  }),
  limits: { cost: 'elsewhere', rate: { points: 60, seconds: 3_600, per: 'user' } },
});

export const FoundBrand = z.object({ accent: z.string().nullable(), postalAddress: z.string() });
export type FoundBrand = z.infer<typeof FoundBrand>;

const notWebsite = 'Enter a web address such as https://example.com';

export const lookUpWebsite = endpoint({
  name: 'client-templates.look',
  method: 'POST',
  path: '/api/client-templates/look',
  needs: 'clients:manage',
  audit: { skip: 'reads' },
  summary: 'Reads the first page of a website once, for the color and postal address it gives of itself.',
  body: z.strictObject({ website: webAddress(notWebsite, notWebsite) }),
  /** Null where it says nothing, or nobody answers. */
  reply: z.object({ found: FoundBrand.nullable() }),
  limits: { cost: 'elsewhere', rate: { points: 30, seconds: 600, per: 'user' } },
});

/** Characters in front of the @. */
const longestLocal = 40;

const localPartOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestLocal)
    .replaceAll(/^-|-$/g, '') || 'hello';

/** The address of a new client on that domain: by its name, with a number where that is somebody's already. */
export function senderAddressOf(name: string, domain: string, taken: readonly string[]): string {
  const known = new Set(taken.map((address) => address.toLowerCase()));
  const local = localPartOf(name);
  for (let number = 1; ; number += 1) {
    const address = `${local}${number === 1 ? '' : `-${number}`}@${domain}`;
    if (!known.has(address)) return address;
  }
}
