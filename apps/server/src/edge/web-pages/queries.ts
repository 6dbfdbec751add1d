import { sql } from 'kysely';
import type { Footer } from '@waggle/email/content/footer';
import type { KeptValues } from '@waggle/email/content/kept-values';
import type { Database } from '../../platform/database/database.ts';

/** An email as it was sent to one contact. */
export type SentEmail = {
  subject: string;
  /** Compiled, with places for what differs from reader to reader. */
  html: string;
  /** What it said about its reader; null where that was not kept. */
  said: KeptValues | null;
  /** Those of the links out of it; null where they carry none. */
  addressHash: Buffer | null;
  clientMark: Buffer;
};

/** The email of a campaign, for everybody. */
export type PublicEmail = { subject: string; html: string; footer: Footer; links: Readonly<Record<string, string>> };
/** With the mark of the client it is of. */
type FoundEmail = PublicEmail & { clientMark: Buffer };

type Ids = { organizationId: string; campaignId: string };

/** Undefined once the contact, the campaign or the organization is gone. */
export const findSentEmail = async (
  { edge }: Database,
  { organizationId, campaignId, sendId }: Ids & { sendId: string },
): Promise<SentEmail | undefined> =>
  (
    await sql<SentEmail>`select subject, html, said, address_hash as "addressHash", client_mark as "clientMark"
      from email_of_send(${organizationId}::uuid, ${campaignId}::uuid, ${sendId}::uuid)`.execute(edge)
  ).rows[0];

/** Undefined unless it is sent and switched on. */
export const findPublicEmail = async (
  { edge }: Database,
  { organizationId, campaignId }: Ids,
): Promise<FoundEmail | undefined> =>
  (
    await sql<FoundEmail>`select subject, html, footer, links, client_mark as "clientMark"
      from public_email(${organizationId}::uuid, ${campaignId}::uuid)`.execute(edge)
  ).rows[0];
