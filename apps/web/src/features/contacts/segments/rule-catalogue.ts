import { useQuery } from '@tanstack/react-query';
import type { ContactField, FieldType } from '@waggle/contracts/contact-fields';
import { useMemo } from 'react';
import { organizationQuery } from '#features/accounts/index.ts';
import { everyClientQuery, everyFieldQuery, everyTagQuery, recentImportsQuery } from './queries.ts';

export type Named = { id: string; name: string; color?: string };

/** What rules can speak about: the tags, clients, custom fields and imports there are. */
export type Catalogue = {
  tags: readonly Named[];
  clients: readonly Named[];
  imports: readonly Named[];
  fields: readonly ContactField[];
  typeOf: (key: string) => FieldType | undefined;
  /** Undefined for what is gone, or not loaded yet. */
  nameOf: (id: string) => string | undefined;
  /** Until then an unknown id may still get its name. */
  loaded: boolean;
};

const none: readonly never[] = [];

export function useRuleCatalogue(): Catalogue {
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  const tags = useQuery(everyTagQuery);
  const clients = useQuery({ ...everyClientQuery, enabled: isAgency });
  const fields = useQuery(everyFieldQuery);
  const imports = useQuery(recentImportsQuery);
  const loaded = !tags.isPending && !fields.isPending && !imports.isPending && !(isAgency && clients.isPending);

  return useMemo(() => {
    const lists = {
      tags: tags.data ?? none,
      clients: clients.data ?? none,
      imports: imports.data?.items.filter(({ kind }) => kind === 'contacts') ?? none,
    };
    const names = new Map([...lists.tags, ...lists.clients, ...lists.imports].map(({ id, name }) => [id, name]));
    const known = fields.data?.items ?? none;
    return {
      ...lists,
      fields: known,
      typeOf: (key: string) => known.find((field) => field.key === key)?.type,
      nameOf: (id: string) => names.get(id),
      loaded,
    };
  }, [tags.data, clients.data, imports.data, fields.data, loaded]);
}
