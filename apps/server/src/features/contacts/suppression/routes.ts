import * as contacts from '@waggle/contracts/contacts';
import * as contract from '@waggle/contracts/suppressions';
import { type Mount, serve } from '#platform/http/serve.ts';
import { listConsents, recordConsent } from '../consent/consents.ts';
import { presentConsent } from '../consent/present.ts';
import { mergeContacts, previewMerge } from '../merge/merge.ts';
import { presentContact } from '../present.ts';
import { downloadData } from '../privacy/data.ts';
import { eraseContact } from '../privacy/erasure.ts';
import type { ErasureJournal } from '../privacy/erasure-journal.ts';
import { suppressByHand } from './by-hand.ts';
import { lift } from './lift/lift.ts';
import { findSuppressions } from './list.sql.ts';
import { presentDetail, presentSuppression } from './present.ts';

export function suppressionRoutes(mount: Mount, journal: ErasureJournal): void {
  serve(mount, contract.listSuppressions, async (ctx, { query }) => {
    const { items, ...rest } = await findSuppressions(ctx, query);
    return { items: items.map(presentSuppression), ...rest };
  });
  serve(mount, contract.addSuppression, async (ctx, { body }) => presentSuppression(await suppressByHand(ctx, body)));
  serve(mount, contract.liftSuppression, (ctx, { params }) => lift(ctx, params.suppressionId));
  serve(mount, contacts.mergeContacts, async (ctx, { params, body: { otherId, ...choice } }) =>
    presentContact(await mergeContacts(ctx, params.contactId, otherId, choice)),
  );
  serve(mount, contacts.previewMerge, async (ctx, { params, body: { otherId, ...choice } }) => {
    const { contact, ...rest } = await previewMerge(ctx, params.contactId, otherId, choice);
    return { contact: presentDetail(contact), ...rest };
  });
  serve(mount, contacts.downloadContactData, (ctx, { params }) => downloadData(ctx, params.contactId));
  serve(mount, contacts.eraseContact, (ctx, { params, body }) => eraseContact(ctx, params.contactId, body, journal));
  serve(mount, contract.listConsents, async (ctx, { params }) => ({
    items: (await listConsents(ctx, params.contactId)).map(presentConsent),
  }));
  serve(mount, contract.recordConsent, async (ctx, { params, body }) =>
    presentConsent(await recordConsent(ctx, params.contactId, body)),
  );
}
