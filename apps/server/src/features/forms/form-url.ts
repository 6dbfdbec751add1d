import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';

/** Where strangers fill a form in. */
export type FormUrls = (form: { id: string; client_id: string | null }) => string;

/** Under the host names that hold now. */
export async function formUrls({ config, hosts }: Settings, { organizationId }: Context): Promise<FormUrls> {
  const index = await hosts.current();
  return ({ id, client_id: clientId }) =>
    `${index.originOf({ organizationId, clientId }, 'forms') ?? config.PUBLIC_URL}/forms/${id}`;
}
