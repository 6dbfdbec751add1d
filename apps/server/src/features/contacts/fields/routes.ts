import * as contract from '@waggle/contracts/contact-fields';
import { type Mount, serve } from '#platform/http/serve.ts';
import { createField, deleteField, updateField } from './fields.ts';
import { presentField } from './present.ts';
import { findFields } from './queries.ts';

export function fieldRoutes(mount: Mount): void {
  serve(mount, contract.listContactFields, async (ctx) => ({ items: (await findFields(ctx)).map(presentField) }));
  serve(mount, contract.createContactField, async (ctx, { body }) => presentField(await createField(ctx, body)));
  serve(mount, contract.updateContactField, async (ctx, { params, body }) =>
    presentField(await updateField(ctx, params.fieldId, body)),
  );
  serve(mount, contract.deleteContactField, (ctx, { params }) => deleteField(ctx, params.fieldId));
}
