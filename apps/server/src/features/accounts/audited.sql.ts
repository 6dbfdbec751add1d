import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';
import { prepared } from '#platform/database/scoped-query.ts';

const organization: ReadSubject = async ({ db, organizationId }) => {
  const row = await db
    .selectFrom('organizations as o')
    .leftJoin('white_labels as w', 'w.organization_id', 'o.id')
    .select(['o.name', 'o.timezone', 'o.type'])
    .select(['w.is_on as isOn', 'w.name as productName', 'w.accent', 'w.mark_name as markId', 'w.wide_name as wideId'])
    .select(['w.support_email as supportEmail', 'w.hides_powered_by as hidesPoweredBy'])
    .where('o.id', '=', organizationId)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row && { label: row.name, clientId: null, values: row };
};

const client: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('clients')
    .select(['id', 'name', 'is_active'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row && { label: row.name, clientId: row.id, values: { name: row.name, isActive: row.is_active } };
};

const member: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('members as m')
    .innerJoin('directory.users as u', (join) =>
      join.onRef('u.organization_id', '=', 'm.organization_id').onRef('u.id', '=', 'm.user_id'),
    )
    .select(['u.name', 'm.role', 'm.client_id', 'm.client_ids'])
    .where('m.organization_id', '=', organizationId)
    .where('m.user_id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row && { label: row.name, clientId: row.client_id, values: { role: row.role, clientIds: row.client_ids } };
};

const invitation: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('invitations')
    .select(['email', 'role', 'client_id', 'client_ids'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row && { label: row.email, clientId: row.client_id, values: { role: row.role, clientIds: row.client_ids } };
};

const account: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('directory.users')
    .select(['name', 'locale', 'email', 'timezone'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row && { label: row.name, clientId: null, values: row };
};

/** Sessions and passkeys are rows of the sign-in tables, which no tenant reads; the id is all there is to say. */
const session: ReadSubject = async () => undefined;
const passkey: ReadSubject = async () => undefined;

type BrandLook = Record<'highlight' | 'heading_font' | 'body_font' | 'footer_text', string | null> & {
  social_links: unknown;
};
const lookOf = ({ highlight, heading_font, body_font, social_links, footer_text }: BrandLook) => ({
  highlight,
  headingFont: heading_font,
  bodyFont: body_font,
  socialLinks: JSON.stringify(social_links),
  footerText: footer_text,
});

const brand: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('brands')
    .select(['client_id', 'own_name', 'display_name', 'accent', 'website', 'logo_name', 'postal_address'])
    .select(['highlight', 'heading_font', 'body_font', 'social_links', 'footer_text'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!row) return undefined;
  const { accent, website, logo_name: logoId, postal_address: postalAddress } = row;
  const name = row.display_name ?? row.own_name;
  return {
    label: name,
    clientId: row.client_id,
    values: { name, accent, website, logoId, postalAddress, ...lookOf(row) },
  };
};

const guestLink: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('guest_links')
    .select(['name', 'client_id', 'expires_at'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return (
    row && {
      label: row.name,
      clientId: row.client_id,
      values: { name: row.name, expiresAt: row.expires_at.toISOString() },
    }
  );
};

/** Kept by a brand or gone within a day; the brand says which one it has. */
const brandLogo: ReadSubject = async () => undefined;

/** Kept by the white label or gone within a day. */
const productLogo: ReadSubject = async () => undefined;

export const accountSubjects = {
  organization,
  client,
  member,
  invitation,
  account,
  session,
  passkey,
  brand,
  'brand-logo': brandLogo,
  'product-logo': productLogo,
  'guest-link': guestLink,
} satisfies Partial<AuditSubjects>;
