import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Secrets } from '#platform/secrets.ts';

const placeOf = ({ organizationId }: Pick<Context, 'organizationId'>) =>
  ({ purpose: 'webhook', owner: organizationId }) as const;

/** What webhooks of the organization are signed with; made when it is first asked for. */
export async function signingSecret(secrets: Secrets, ctx: Context): Promise<string> {
  const known = await findSealed(ctx);
  if (known) return secrets.decrypt(placeOf(ctx), known);
  await keep(secrets, ctx, 'nothing');
  return secrets.decrypt(placeOf(ctx), (await findSealed(ctx))!);
}

/** What was signed before is not checked by receivers any more once they have the new one. */
export async function renewSigningSecret(secrets: Secrets, ctx: Context): Promise<string> {
  await keep(secrets, ctx, 'update set secret = excluded.secret, created_at = now()');
  return signingSecret(secrets, ctx);
}

const keep = (secrets: Secrets, ctx: Context, onConflict: string) =>
  sql`insert into webhook_secrets (organization_id, secret)
    values (${ctx.organizationId}::uuid, ${secrets.encrypt(placeOf(ctx), `whsec_${randomBytes(32).toString('base64url')}`)})
    on conflict (organization_id) do ${sql.raw(onConflict)}`.execute(ctx.db);

async function findSealed(ctx: Pick<Context, 'db' | 'organizationId'>): Promise<Buffer | undefined> {
  const { rows } = await sql<{ secret: Buffer }>`
    select secret from webhook_secrets where organization_id = ${ctx.organizationId}::uuid`.execute(ctx.db);
  return rows[0]?.secret;
}
