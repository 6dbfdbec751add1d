import type { ClientWork } from '#features/accounts/index.ts';
import { announceForm, updateForm } from '../queries.ts';
import { countShownOf, findShownOf } from './queries.ts';

/** Closed as if each had been deactivated. Emails they still owe are left out when they are claimed. */
export const clientForms: ClientWork = {
  kind: 'forms',
  count: countShownOf,
  async stop(ctx, clientId, { forms }) {
    if (forms === 'collect') return;
    for (const formId of await findShownOf(ctx, clientId)) {
      const closed = await updateForm(ctx, formId, { is_active: false });
      if (closed) await announceForm(ctx, closed, null);
    }
  },
};
