import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';
import { prepared } from '#platform/database/scoped-query.ts';

const sendingDomain: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('sending_domains')
    .select(['domain', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row && { label: row.domain, clientId: row.client_id, values: {} };
};

const sender: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('senders')
    .select(['from_name', 'from_email', 'reply_to', 'is_default', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return (
    row && {
      label: row.from_email,
      clientId: row.client_id,
      values: {
        fromName: row.from_name,
        fromEmail: row.from_email,
        replyTo: row.reply_to,
        isDefault: row.is_default,
      },
    }
  );
};

/** Without the user name: with Amazon SES it is one half of a key. */
const connection: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('smtp_connections')
    .select(['name', 'kind', 'host', 'port', 'tls', 'region', 'is_default', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, kind, host, port, tls, region, is_default: isDefault, client_id: clientId } = row;
  return { label: name, clientId, values: { name, kind, host, port, tls, region, isDefault } };
};

const host: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('hosts')
    .select(['host', 'purposes', 'position', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return (
    row && {
      label: row.host,
      clientId: row.client_id,
      values: { purposes: row.purposes.join(', '), position: row.position },
    }
  );
};

export const settingsSubjects = {
  'sending-domain': sendingDomain,
  sender,
  connection,
  host,
} satisfies Partial<AuditSubjects>;
