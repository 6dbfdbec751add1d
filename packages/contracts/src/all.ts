import * as accounts from './accounts.ts';
import * as audit from './audit.ts';
import * as campaigns from './campaigns.ts';
import * as clients from './clients.ts';
import * as contactBatches from './contact-batches.ts';
import * as contactFields from './contact-fields.ts';
import * as contacts from './contacts.ts';
import * as dashboard from './dashboard.ts';
import type { Endpoint } from './endpoint.ts';
import * as imports from './imports.ts';
import * as joining from './joining.ts';
import * as organization from './organization.ts';
import * as profile from './profile.ts';
import * as qrCodes from './qr-codes.ts';
import * as sending from './sending.ts';
import * as segments from './segments.ts';
import * as suppressions from './suppressions.ts';
import * as tags from './tags.ts';
import * as team from './team.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

/** Every declared call. The API reference, the tenant matrix and the role matrix are generated from this list. */
export const endpoints: readonly Endpoint[] = [
  accounts,
  joining,
  organization,
  profile,
  clients,
  team,
  contacts,
  contactBatches,
  contactFields,
  suppressions,
  segments,
  imports,
  tags,
  qrCodes,
  sending,
  campaigns,
  dashboard,
  audit,
].flatMap((contract) => Object.values<unknown>(contract).filter(isEndpoint));
