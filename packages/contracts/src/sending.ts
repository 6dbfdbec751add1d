import { z } from 'zod';
import { ClientOfNew } from './clients.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { emailAddress, Instant, line } from './fields.ts';

/**
 * The domain in what people paste: an address of a website or of somebody there, with a `www.` that no email comes from.
 * Every step takes a part away, so that a domain stays what it is.
 */
export const bareDomain = (pasted: string): string =>
  pasted
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^[^@]*@/, '')
    .replace(/:\d{0,5}$/, '')
    .replace(/\.$/, '')
    .replace(/^www\.(?=[^.]+\.)/, '');

/** A name DNS can hold, in lower case and punycode; at least two parts. */
export const DomainName = z
  .string('Domain is required')
  .max(2_000, 'Enter a domain such as example.com')
  .overwrite(bareDomain)
  .min(1, 'Domain is required')
  .max(253, 'Enter a domain such as example.com')
  .regex(
    /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/,
    'Enter a domain such as example.com',
  );

export const recordPurposes = ['dkim', 'spf', 'dmarc', 'return-path'] as const;

/** One record to publish, and what DNS said about it when it was last asked. */
export const DnsRecord = z.object({
  purpose: z.enum(recordPurposes),
  type: z.enum(['TXT', 'CNAME', 'MX']),
  /** Full name. */
  name: z.string(),
  value: z.string(),
  /** Without a required one nothing is sent from this domain. */
  required: z.boolean(),
  state: z.enum(['unknown', 'found', 'missing', 'wrong']),
  /** What stands there instead, when it is wrong. */
  found: z.string().nullable(),
});

export const SendingDomain = z.object({
  id: z.uuid(),
  domain: z.string(),
  state: z.enum(['pending', 'verified', 'failing']),
  records: z.array(DnsRecord),
  /** What the plan for a young domain allows today; null for one that may send without a limit. */
  warmUp: z
    .object({
      /** From 1; null until its first campaign leaves. */
      day: z.number().int().nullable(),
      days: z.number().int(),
      mostToday: z.number().int(),
    })
    .nullable(),
  clientId: z.uuid().nullable(),
  checkedAt: Instant.nullable(),
  verifiedAt: Instant.nullable(),
  createdAt: Instant,
});
export type SendingDomain = z.infer<typeof SendingDomain>;

const domainPath = z.strictObject({ domainId: idOf('sending-domain') });

export const listDomains = endpoint({
  name: 'sending.domains',
  method: 'GET',
  path: '/api/sending/domains',
  needs: 'sending:read',
  summary: 'Domains mail may come from, with the records to publish; at most 200.',
  reply: z.object({ items: z.array(SendingDomain) }),
});

export const addDomain = endpoint({
  name: 'sending.add-domain',
  method: 'POST',
  path: '/api/sending/domains',
  needs: 'sending:manage',
  audit: { entity: 'sending-domain', after: true },
  summary: 'Adds a domain with its own signing keys and says what to publish.',
  status: 201,
  body: z.strictObject({ domain: DomainName, clientId: ClientOfNew }),
  reply: SendingDomain,
});

export const checkDomain = endpoint({
  name: 'sending.check-domain',
  method: 'POST',
  path: '/api/sending/domains/:domainId/check',
  needs: 'sending:read',
  audit: { skip: 'reads' },
  summary: 'Asks DNS now. It is also asked every 5 minutes until all is found, and daily after that.',
  params: domainPath,
  reply: SendingDomain,
  limits: { cost: 'elsewhere', rate: { points: 30, seconds: 60, per: 'user' } },
});

export const emailRecords = endpoint({
  name: 'sending.email-records',
  method: 'POST',
  path: '/api/sending/domains/:domainId/email',
  needs: 'sending:manage',
  audit: { entity: 'sending-domain', after: true },
  summary:
    'Emails the records to publish to one address, for whoever manages the DNS. Nothing else can be put into the email.',
  status: 204,
  params: domainPath,
  body: z.strictObject({ email: emailAddress() }),
  reply: NoReply,
  limits: { rate: { points: 5, seconds: 3600, per: 'user' } },
});

export const rotateDomainKeys = endpoint({
  name: 'sending.rotate-keys',
  method: 'POST',
  path: '/api/sending/domains/:domainId/keys',
  needs: 'sending:manage',
  audit: { entity: 'sending-domain', after: true },
  summary: 'Makes new signing keys. The old ones sign until the new records are found.',
  params: domainPath,
  reply: SendingDomain,
});

export const endWarmUp = endpoint({
  name: 'sending.end-warm-up',
  method: 'POST',
  path: '/api/sending/domains/:domainId/warm',
  needs: 'sending:manage',
  audit: { entity: 'sending-domain' },
  summary: 'Ends the daily limits of a new domain, for one that has sent its mail elsewhere before.',
  params: domainPath,
  reply: SendingDomain,
});

export const deleteDomain = endpoint({
  name: 'sending.delete-domain',
  method: 'DELETE',
  path: '/api/sending/domains/:domainId',
  needs: 'sending:manage',
  audit: { entity: 'sending-domain', after: true },
  summary: 'Removes a domain that no sender uses.',
  status: 204,
  params: domainPath,
  reply: NoReply,
});

export const Sender = z.object({
  id: z.uuid(),
  domainId: z.uuid(),
  fromName: z.string(),
  fromEmail: z.string(),
  replyTo: z.string().nullable(),
  isDefault: z.boolean(),
  /** Whether its domain is verified. */
  isReady: z.boolean(),
  clientId: z.uuid().nullable(),
  createdAt: Instant,
});
export type Sender = z.infer<typeof Sender>;

const senderPath = z.strictObject({ senderId: idOf('sender') });
/** Without defaults, since a change that leaves a field out must not set it to one. */
const senderFields = z.strictObject({
  fromName: line(100, 'Name is required').min(1, 'Name is required'),
  fromEmail: emailAddress(),
  replyTo: emailAddress().nullable(),
  isDefault: z.boolean(),
});
const senderBody = senderFields.extend({
  replyTo: senderFields.shape.replyTo.default(null),
  isDefault: senderFields.shape.isDefault.default(false),
});

export const listSenders = endpoint({
  name: 'sending.senders',
  method: 'GET',
  path: '/api/sending/senders',
  needs: 'sending:read',
  summary: 'Names and addresses to send as; at most 200.',
  reply: z.object({ items: z.array(Sender) }),
});

export const createSender = endpoint({
  name: 'sending.create-sender',
  method: 'POST',
  path: '/api/sending/senders',
  needs: 'sending:manage',
  audit: { entity: 'sender', after: true },
  summary: 'Adds a sender on one of the domains.',
  status: 201,
  body: senderBody,
  reply: Sender,
});

export const updateSender = endpoint({
  name: 'sending.update-sender',
  method: 'PUT',
  path: '/api/sending/senders/:senderId',
  needs: 'sending:manage',
  audit: { entity: 'sender', after: true },
  summary: 'Changes a sender. Campaigns that are being sent keep what they started with.',
  params: senderPath,
  body: senderFields.partial(),
  reply: Sender,
});

export const deleteSender = endpoint({
  name: 'sending.delete-sender',
  method: 'DELETE',
  path: '/api/sending/senders/:senderId',
  needs: 'sending:manage',
  audit: { entity: 'sender' },
  summary: 'Removes a sender.',
  status: 204,
  params: senderPath,
  reply: NoReply,
});

export const connectionKinds = ['smtp', 'ses'] as const;

export const Connection = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(connectionKinds),
  host: z.string(),
  port: z.number().int(),
  tls: z.enum(['starttls', 'implicit', 'none']),
  username: z.string().nullable(),
  /** A secret is never shown again; this says whether one is kept. */
  hasSecret: z.boolean(),
  region: z.string().nullable(),
  maxConnections: z.number().int(),
  maxPerSecond: z.number().int().nullable(),
  /** `untested` until a test through it succeeded. */
  state: z.enum(['active', 'failing', 'untested']),
  lastError: z.string().nullable(),
  isDefault: z.boolean(),
  /** Where the provider reports bounces and complaints to; the path holds a secret. Null for plain SMTP. */
  eventsUrl: z.string().nullable(),
  clientId: z.uuid().nullable(),
  createdAt: Instant,
});
export type Connection = z.infer<typeof Connection>;

const connectionPath = z.strictObject({ connectionId: idOf('connection') });
const host = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Host is required')
  .max(253, 'Enter a host name')
  .regex(/^[a-z0-9.:-]+$/, 'Enter a host name');
const wholeNumber = (most: number, message: string) =>
  z.number(message).int(message).min(1, message).max(most, message);
const connectionFields = z.strictObject({
  name: line(80, 'Name is required').min(1, 'Name is required'),
  kind: z.enum(connectionKinds),
  host,
  port: wholeNumber(65_535, 'Enter a number from 1 to 65,535'),
  /** `none` only for a server on this machine or network that cannot do better. */
  tls: z.enum(['starttls', 'implicit', 'none']),
  username: line(256).nullable(),
  /** Kept encrypted. Left out of a change, the old one stays. */
  secret: z.string().max(1_000),
  region: z
    .string()
    .max(40, 'Enter a region such as eu-west-1')
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'Enter a region such as eu-west-1')
    .nullable(),
  maxConnections: wholeNumber(100, 'Enter a number from 1 to 100'),
  maxPerSecond: wholeNumber(10_000, 'Enter a number from 1 to 10,000').nullable(),
  isDefault: z.boolean(),
});
const { shape } = connectionFields;
const connectionBody = connectionFields.extend({
  kind: shape.kind.default('smtp'),
  host: host.default('localhost'),
  port: shape.port.default(587),
  tls: shape.tls.default('starttls'),
  username: shape.username.default(null),
  secret: shape.secret.optional(),
  region: shape.region.default(null),
  maxConnections: shape.maxConnections.default(10),
  maxPerSecond: shape.maxPerSecond.default(null),
  isDefault: shape.isDefault.default(false),
});

export const listConnections = endpoint({
  name: 'sending.connections',
  method: 'GET',
  path: '/api/sending/connections',
  needs: 'sending:read',
  summary: "The organization's own ways out for mail, and whether the installation has one for everybody.",
  reply: z.object({ items: z.array(Connection), hasInstallationConnection: z.boolean() }),
});

export const createConnection = endpoint({
  name: 'sending.create-connection',
  method: 'POST',
  path: '/api/sending/connections',
  needs: 'sending:manage',
  audit: { entity: 'connection', after: true },
  summary: 'Adds an SMTP server or Amazon SES.',
  status: 201,
  body: connectionBody,
  reply: Connection,
});

export const updateConnection = endpoint({
  name: 'sending.update-connection',
  method: 'PUT',
  path: '/api/sending/connections/:connectionId',
  needs: 'sending:manage',
  audit: { entity: 'connection', after: true },
  summary: 'Changes a connection.',
  params: connectionPath,
  body: connectionFields.partial(),
  reply: Connection,
});

export const deleteConnection = endpoint({
  name: 'sending.delete-connection',
  method: 'DELETE',
  path: '/api/sending/connections/:connectionId',
  needs: 'sending:manage',
  audit: { entity: 'connection', after: true },
  summary: 'Removes a connection no campaign is being sent through.',
  status: 204,
  params: connectionPath,
  reply: NoReply,
});

export const checkConnection = endpoint({
  name: 'sending.check-connection',
  method: 'POST',
  path: '/api/sending/connections/:connectionId/check',
  needs: 'sending:manage',
  audit: { entity: 'connection', after: true },
  summary: 'Connects and signs in without sending a mail, and says what the server answered.',
  params: connectionPath,
  reply: z.object({ works: z.boolean(), answer: z.string() }),
  limits: { cost: 'elsewhere', rate: { points: 10, seconds: 600, per: 'user' } },
});

export const sendTest = endpoint({
  name: 'sending.test',
  method: 'POST',
  path: '/api/sending/test',
  needs: 'sending:manage',
  audit: { entity: 'sender', after: true },
  summary: 'Sends one mail from a verified domain to the signed-in person and says what the server answered.',
  body: z.strictObject({
    senderId: idOf('sender'),
    /** Null takes the connection a campaign of this sender would take. */
    connectionId: idOf('connection').nullable().default(null),
  }),
  reply: z.object({ delivered: z.boolean(), to: z.string(), answer: z.string() }),
  limits: { cost: 'elsewhere', rate: { points: 10, seconds: 600, per: 'user' } },
});

/** Printed below every marketing mail; the law asks for it. */
export const postalAddress = z
  .string()
  .trim()
  .max(500, 'Use at most 500 characters')
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Use letters, numbers and symbols');

export const readPostalAddress = endpoint({
  name: 'sending.address',
  method: 'GET',
  path: '/api/sending/address',
  needs: 'sending:read',
  summary: 'The postal address below marketing mail: of the active client, or of the organization.',
  reply: z.object({ postalAddress: z.string(), inherited: z.boolean() }),
});

export const savePostalAddress = endpoint({
  name: 'sending.save-address',
  method: 'PUT',
  path: '/api/sending/address',
  needs: 'sending:manage',
  audit: { entity: 'organization' },
  summary: 'Sets it for the active client, or for the organization.',
  body: z.strictObject({ postalAddress }),
  reply: z.object({ postalAddress: z.string(), inherited: z.boolean() }),
});

/** From no account at a mail server to the first email, in this order. */
export const setUpSteps = ['domain', 'sender', 'address', 'connection', 'test'] as const;

/** What sends for the active client, or for the organization itself: its own, or else the organization's. */
export const SetUp = z.object({
  /** Whose set-up this is; null is the organization itself. */
  clientId: z.uuid().nullable(),
  domain: SendingDomain.nullable(),
  sender: Sender.nullable(),
  postalAddress: z.string(),
  /** The client has none of its own and takes the organization's. */
  inheritsAddress: z.boolean(),
  connection: z
    .object({
      /** Null is the installation's own. */
      id: z.uuid().nullable(),
      /** Null for one that somebody else manages: the organization's for a client, or the installation's. */
      name: z.string().nullable(),
      state: z.enum(['active', 'failing', 'untested']),
      lastError: z.string().nullable(),
      clientId: z.uuid().nullable(),
    })
    .nullable(),
  /** When a test email of the sender was last accepted. */
  testedAt: Instant.nullable(),
  done: z.record(z.enum(setUpSteps), z.boolean()),
});
export type SetUp = z.infer<typeof SetUp>;

export const readSetUp = endpoint({
  name: 'sending.set-up',
  method: 'GET',
  path: '/api/sending/set-up',
  needs: 'sending:read',
  summary: 'What is set up for sending, step by step: domain, sender, postal address, connection, test.',
  reply: SetUp,
});
