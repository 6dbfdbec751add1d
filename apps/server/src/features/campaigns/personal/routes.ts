import * as contract from '@waggle/contracts/contact-emails';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Campaigns } from '../parts.ts';
import { emailOptions, listEmails, sendEmail } from './personal.ts';
import { presentEmail } from './present.ts';

export function personalRoutes(mount: Mount, parts: Campaigns): void {
  serve(mount, contract.listContactEmails, async (ctx, { params }) => ({
    items: (await listEmails(ctx, params.contactId)).map(presentEmail),
  }));
  serve(mount, contract.readEmailOptions, (ctx, { params }) => emailOptions(parts, ctx, params.contactId));
  serve(mount, contract.sendContactEmail, async (ctx, { params, body }) =>
    presentEmail(await sendEmail(parts, ctx, params.contactId, body)),
  );
}
