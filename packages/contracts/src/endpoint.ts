import { z } from 'zod';
import type { Right } from './rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: a right held by some roles, anybody signed in, or the whole world. */
export type Needs = Right | 'signed-in' | 'public';

/** How many calls one source may make; counted in PostgreSQL, so the figure holds over all processes. */
export type RateLimit = {
  points: number;
  seconds: number;
  /** `address` counts by client IP, `user` by signed-in person. */
  per: 'address' | 'user';
};

/**
 * `long-question` holds a connection of the database for up to seconds, `elsewhere` waits for a thread or another server, and
 * `own-queue` has limits of its own. Without a word a call is light.
 */
export type CallCost = 'long-question' | 'elsewhere' | 'own-queue';

/** What a row of the audit log can be about. `account` is the own account of the person who acts. */
export type AuditEntity = Entity | 'organization' | 'account';

/**
 * What the audit log says of a call, under the call's own name. The id is that of the path or the body that names the
 * entity, or else the `id` of the reply.
 */
export type Audit =
  | {
      entity: AuditEntity;
      /** Key of the reply that says how many were touched. */
      affected?: string;
      /**
       * The call is no transaction as a whole: it asks other servers, computes for long or uses a second connection. The
       * row comes before the answer leaves, or in the transaction of a rule that calls `ctx.audit`.
       */
      after?: true;
    }
  | { skip: NotAudited };

/**
 * Why a call leaves no row: it reads and changes nothing a colleague sees (a picture of a QR code has no personal data); it
 * changes what the own screen shows; a later call makes it count and is recorded; a program tells what a contact did, which its
 * timeline keeps; or the log itself is deleted by it.
 */
type NotAudited = 'reads' | 'own-view' | 'recorded-later' | 'in-the-timeline' | 'gone-with-it';

type Declaration = {
  /** Unique; becomes the operationId of the API reference. */
  name: string;
  method: Method;
  /** Fastify style, with the prefix: /api/clients/:clientId */
  path: string;
  needs: Needs;
  /** One sentence for the API reference. */
  summary: string;
  /** Absent means 200; 204 has no body. */
  status?: 200 | 201 | 204;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The body is a piece of a file, application/octet-stream, of at most `limits.bodyBytes`; there is no other body then. */
  upload?: true;
  reply: z.ZodType;
  /** Also answered while a restored installation waits for confirmation, although it is no GET. */
  whileHeld?: true;
  limits?: {
    /** Bytes of body accepted; the server's default is 64 KiB. */
    bodyBytes?: number;
    rate?: RateLimit;
    /** What the call costs the process, which decides how many of them one organization may have at a time. */
    cost?: CallCost;
    /** Keys of the query with which it costs a long question, whatever it costs without. */
    longWith?: readonly string[];
  };
};

/** A call that changes something cannot be declared without saying what the audit log keeps of it. */
export type Endpoint = Declaration &
  ({ method: 'GET'; audit?: Audit } | { method: Exclude<Method, 'GET'>; audit: Audit });

/** Every call that contracts declare. */
export const endpointsOf = (...contracts: readonly object[]): Endpoint[] =>
  contracts.flatMap((contract) => Object.values<unknown>(contract as Record<string, unknown>).filter(isEndpoint));

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

/** Declares a call once: the server mounts it, the browser calls it, OpenAPI and the test matrices are made from it. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type Part<E, K extends string> = K extends keyof E ? (E[K] extends z.ZodType ? E[K] : never) : never;

/** What the caller hands over, before defaults are filled in. */
export type CallInput<E extends Endpoint> = InputPart<E, 'params'> &
  InputPart<E, 'query'> &
  InputPart<E, 'body'> &
  (E extends { upload: true } ? { upload: object } : { upload?: never });
type InputPart<E, K extends 'params' | 'query' | 'body'> = [Part<E, K>] extends [never]
  ? { [P in K]?: never }
  : object extends z.input<Part<E, K>>
    ? { [P in K]?: z.input<Part<E, K>> }
    : { [P in K]: z.input<Part<E, K>> };

/** What the handler receives, after parsing. */
export type ServedInput<E extends Endpoint> = {
  /** The piece of a file, where the contract says `upload`. */
  upload: E extends { upload: true } ? Uint8Array : undefined;
  params: [Part<E, 'params'>] extends [never] ? undefined : z.output<Part<E, 'params'>>;
  query: [Part<E, 'query'>] extends [never] ? undefined : z.output<Part<E, 'query'>>;
  body: [Part<E, 'body'>] extends [never] ? undefined : z.output<Part<E, 'body'>>;
};

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
/** What a handler may return: parsed and stripped by the reply schema before it leaves. */
export type ReplyInput<E extends Endpoint> = z.input<E['reply']>;

/** The things an id can point at, declared by each feature; the tenant matrix makes a foreign, a deleted and a random one of each. */
export interface Entities {}
export type Entity = keyof Entities;

/** An id slot. The mark lets the tenant matrix find every place where a stranger's id could be put. */
export const idOf = (entity: Entity) => z.uuid('Invalid id').meta({ idOf: entity });

export const NoReply = z.void();

/** What a handler answers when the reply is a file: it is streamed as an attachment, never buffered. */
export type FileBody = {
  name: string;
  type: 'text/csv' | 'application/json' | 'image/png' | 'image/svg+xml' | 'application/pdf' | 'application/zip';
  content: AsyncIterable<Uint8Array | string>;
};
/** The reply of a call that downloads; browsers navigate to it instead of parsing it. */
export const FileReply = z.custom<FileBody>();

/** The reply of a call whose answer stays open: server-sent events, each saying only which kind of thing changed. */
export const EventStream = z.custom<undefined>();
