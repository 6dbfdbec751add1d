import type { FormSummary } from '@waggle/contracts/forms';

/** What sharing needs to know of a form. */
export type SharedForm = Pick<FormSummary, 'id' | 'name' | 'isActive' | 'version' | 'clientId' | 'url'>;
