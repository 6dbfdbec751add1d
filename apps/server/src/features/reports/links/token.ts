import { createHash, createHmac } from 'node:crypto';
import { reportPath } from '#platform/tracking/report-link.ts';
import type { LinkKey } from '#platform/tracking/mac.ts';

/** Made again for each email of a period: only its hash is kept, so that a copy of the database opens no report. */
export const tokenOf = ({ secret }: LinkKey, linkId: string): string =>
  createHmac('sha256', secret).update(`report-link ${linkId}`).digest('base64url');

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const addressOf = (publicUrl: string, token: string): string => `${publicUrl}${reportPath}${token}`;
