import type { Audit, Endpoint, FileBody } from '@waggle/contracts/endpoint';
import type { FastifyRequest } from 'fastify';
import { type Context, inTransaction } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { Session } from '../session.ts';
import { type AuditSubjects, changesOf, recordAudit, type Subject } from './audit.ts';
import {
  affectedIn,
  type AuditPerson,
  fieldsIn,
  idIn,
  type IdKey,
  idKeyOf,
  type Input,
  madeIn,
  personIn,
} from './declared.ts';

type Parts = { database: Database; limits: RateLimits; subjects: AuditSubjects };
/** Whose account a call without a session was about. */
type Recorded = Extract<Audit, { entity: unknown }>;
export type Call = { request: FastifyRequest; input: Input; session: Session | null };
type Act<Result> = (ctx: Context) => Promise<Result>;
type Written = { id: string | null; before: Subject | undefined; affected: number | null };

/** Rows of refusals one person can cause in an hour: enough to see it, too few to fill the table. */
const refusals = { name: 'audit:refused', points: 60, seconds: 3_600 };

/** Undefined for calls that leave no row. */
export const auditedCall = (parts: Parts, endpoint: Endpoint): AuditedCall | undefined =>
  endpoint.audit && 'entity' in endpoint.audit ? new AuditedCall(parts, endpoint, endpoint.audit) : undefined;

/** Writes the audit row of one declared call. */
export class AuditedCall {
  readonly #parts: Parts;
  readonly #endpoint: Endpoint;
  readonly #audit: Recorded;
  readonly #idKey: IdKey | undefined;

  constructor(parts: Parts, endpoint: Endpoint, audit: Recorded) {
    this.#parts = parts;
    this.#endpoint = endpoint;
    this.#audit = audit;
    this.#idKey = idKeyOf(endpoint, audit.entity);
  }

  run<Result>(ctx: Context, call: Call, act: Act<Result>): Promise<Result> {
    return this.#audit.after ? this.#after(ctx, call, act) : this.#within(ctx, call, act);
  }

  /** In one transaction with the change: neither is there without the other. */
  #within<Result>(ctx: Context, call: Call, act: Act<Result>): Promise<Result> {
    return inTransaction(ctx, async (ctx) => {
      const { id, before } = await this.#subject(ctx, call);
      const result = await act(ctx);
      await this.#write(ctx, call, { id: id ?? madeIn(result), before, affected: affectedIn(this.#audit, result) });
      return result;
    });
  }

  async #after<Result>(ctx: Context, call: Call, act: Act<Result>): Promise<Result> {
    const { id, before } = await this.#subject(ctx, call);
    let isWritten = false;
    const result = await act({
      ...ctx,
      audit: async (ctx, made, affected) => {
        await this.#write(ctx, call, { id: id ?? made ?? null, before, affected: affected ?? null });
        isWritten = true;
      },
    });
    const written = { id: id ?? madeIn(result), before, affected: affectedIn(this.#audit, result) };
    if (!isWritten) await late(call, result, () => this.#write(ctx, call, written));
    return result;
  }

  /** A call of somebody who was not signed in. Without a person it was about nobody we know, and leaves no row. */
  async byVisitor(call: Call, result: unknown, identified: AuditPerson | null): Promise<void> {
    const isAccount = this.#audit.entity === 'account';
    const person = isAccount ? (personIn(result) ?? identified ?? call.session) : identified;
    if (!person) return;
    const { organizationId, userId } = person;
    const clientId = 'clientLimit' in person ? person.clientLimit : person.clientId;
    const ctx = { db: this.#parts.database.tenant({ organizationId }), organizationId };
    await late(call, result, async () => {
      const entityLabel = (await this.#parts.subjects[this.#audit.entity](ctx, userId))?.label ?? null;
      const row = { ...this.#row(call), ...(!isAccount && { actorKind: 'visitor' as const }) };
      await recordAudit(ctx, { ...row, actorId: userId, entityId: userId, entityLabel, clientId });
    });
  }

  async refused(ctx: Context, call: Call & { session: Session }): Promise<void> {
    const { userId, clientLimit } = call.session;
    const isBounded = await this.#parts.limits.spend(refusals, userId).then(
      () => true,
      () => false,
    );
    if (!isBounded) return;
    const { id, before } = await this.#subject(ctx, call);
    await recordAudit(ctx, {
      ...this.#row(call),
      actorId: userId,
      // An id that names nothing of theirs is what a stranger typed.
      entityId: before ? id : null,
      entityLabel: before?.label ?? null,
      clientId: clientLimit ?? before?.clientId ?? null,
      outcome: 'refused',
      reason: 'forbidden',
    });
  }

  async #subject(ctx: Context, call: Call): Promise<{ id: string | null; before: Subject | undefined }> {
    const id = this.#givenId(call);
    return { id, before: id === null ? undefined : await this.#parts.subjects[this.#audit.entity](ctx, id) };
  }

  #givenId({ input, session }: Call): string | null {
    if (this.#audit.entity === 'organization') return session?.organizationId ?? null;
    return this.#audit.entity === 'account' ? (session?.userId ?? null) : idIn(this.#idKey, input);
  }

  async #write(ctx: Context, call: Call, { id, before, affected }: Written): Promise<void> {
    const after = id === null ? undefined : await this.#parts.subjects[this.#audit.entity](ctx, id);
    await recordAudit(ctx, {
      ...this.#row(call),
      actorId: call.session?.userId ?? null,
      entityId: id,
      entityLabel: (after ?? before)?.label ?? null,
      // A person limited to a client can write rows of that client alone.
      clientId: call.session?.clientLimit ?? (after ?? before)?.clientId ?? null,
      affected,
      changes: changesOf(before, after, fieldsIn(this.#endpoint, call.input)),
    });
  }

  #row({ request, session }: Call) {
    return {
      action: this.#endpoint.name,
      actorKind: session?.role === 'GUEST' ? ('visitor' as const) : ('user' as const),
      entityType: this.#audit.entity,
      ipAddress: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
    };
  }
}

/** The change is made and cannot be taken back, so a row that fails is an error in the log. A file has not left yet. */
async function late({ request }: Call, result: unknown, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isFile(result)) {
      await result.content[Symbol.asyncIterator]().return?.();
      throw error;
    }
    request.log.error({ err: error, route: request.routeOptions.url }, 'an audit row could not be written');
  }
}

const isFile = (result: unknown): result is FileBody =>
  typeof result === 'object' && result !== null && 'content' in result && 'type' in result && 'name' in result;
