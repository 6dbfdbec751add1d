import { z } from 'zod';
import { ClientOfNew } from './clients.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant } from './fields.ts';
import { DnsRecord } from './sending.ts';

/** What a host name is used for. */
export const hostPurposes = ['links', 'forms', 'dashboard'] as const;
export const HostPurpose = z.enum(hostPurposes);
export type HostPurpose = z.infer<typeof HostPurpose>;

const example = 'Enter a host name such as go.example.com';
/** Longer ones would push the unsubscribe header of an email over one line, which breaks its signature on the way. */
const longestHost = 55;

/** Browsers and Node have the same; contracts are typed for neither. */
declare const URL: { parse(text: string): { hostname: string } | null };

/** What a browser makes of it, so that letters with accents become the name DNS knows. */
function asciiName(typed: string): string {
  const name = typed.trim().toLowerCase().replace(/\.$/, '');
  if (name === '' || /[\s/\\?#@:%[\]]/.test(name)) return name;
  return URL.parse(`http://${name}`)?.hostname ?? name;
}

/** A name DNS can hold, in lower case and punycode; at least two parts, and no address with a port or a path. */
export const HostName = z
  .string('Host name is required')
  .max(2_000, example)
  .overwrite(asciiName)
  .min(1, 'Host name is required')
  .max(longestHost, `Use a host name of up to ${longestHost} characters`)
  .regex(/^(?=.{4,})(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/, example);

const Purposes = z
  .array(HostPurpose)
  .min(1, 'Choose at least one use')
  .max(hostPurposes.length)
  .refine((purposes) => new Set(purposes).size === purposes.length, 'Name each use once');

/** One record to publish, and what DNS said about it when it was last asked. */
export const HostRecord = DnsRecord.extend({ purpose: z.enum(['address', 'owner']) });

export const Host = z.object({
  id: z.uuid(),
  host: z.string(),
  /** Null is the whole organization. */
  clientId: z.uuid().nullable(),
  purposes: z.array(HostPurpose),
  /** `failing` is still used for new links, `stopped` no longer. Both still answer. */
  state: z.enum(['pending', 'verified', 'failing', 'stopped']),
  records: z.array(HostRecord),
  position: z.number().int(),
  checkedAt: Instant.nullable(),
  verifiedAt: Instant.nullable(),
  failingSince: Instant.nullable(),
  createdAt: Instant,
});
export type Host = z.infer<typeof Host>;

const hostPath = z.strictObject({ hostId: idOf('host') });

export const listHosts = endpoint({
  name: 'hosts.list',
  method: 'GET',
  path: '/api/hosts',
  needs: 'sending:read',
  summary: 'Host names for links, forms and the dashboard, with the records to publish; at most 50.',
  reply: z.object({
    items: z.array(Host),
    /** Whether the plan includes them. */
    isIncluded: z.boolean(),
    /** Where their CNAME records lead. */
    target: z.string(),
  }),
});

export const createHost = endpoint({
  name: 'hosts.create',
  method: 'POST',
  path: '/api/hosts',
  needs: 'sending:manage',
  audit: { entity: 'host', after: true },
  summary: 'Adds a host name and says what to publish. Nothing uses it until it is verified.',
  status: 201,
  body: z.strictObject({ host: HostName, purposes: Purposes, clientId: ClientOfNew }),
  reply: Host,
});

export const checkHost = endpoint({
  name: 'hosts.check',
  method: 'POST',
  path: '/api/hosts/:hostId/check',
  needs: 'sending:read',
  audit: { skip: 'reads' },
  summary: 'Asks DNS now. It is also asked every 5 minutes until all is found, and daily after that.',
  params: hostPath,
  reply: Host,
  limits: { cost: 'elsewhere', rate: { points: 30, seconds: 60, per: 'user' } },
});

export const updateHost = endpoint({
  name: 'hosts.update',
  method: 'PUT',
  path: '/api/hosts/:hostId',
  needs: 'sending:manage',
  audit: { entity: 'host' },
  summary: 'Changes what a host name is used for, and its place among others: the lowest one is used first.',
  params: hostPath,
  body: z.strictObject({ purposes: Purposes.optional(), position: z.number().int().min(0).max(1_000).optional() }),
  reply: Host,
});

export const deleteHost = endpoint({
  name: 'hosts.delete',
  method: 'DELETE',
  path: '/api/hosts/:hostId',
  needs: 'sending:manage',
  audit: { entity: 'host' },
  summary:
    'Removes a host name. Links that begin with it stop working; the same links on the address of the installation go on.',
  status: 204,
  params: hostPath,
  reply: NoReply,
});
