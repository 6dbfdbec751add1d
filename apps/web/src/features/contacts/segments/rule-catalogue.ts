import { useQuery } from '@tanstack/react-query';
import type { ContactField, FieldType } from '@waggle/contracts/contact-fields';
import { useMemo } from 'react';
import { organizationQuery } from '#features/accounts/index.ts';
import {
  everyAutomationQuery,
  everyClientQuery,
  everyFieldQuery,
  everyFormQuery,
  everyTagQuery,
  recentImportsQuery,
} from './queries.ts';
import { sentCampaignsQuery } from './sent-campaigns.ts';

export type Named = { id: string; name: string; color?: string };

/** What rules can speak about: the tags, clients, custom fields, imports, sent campaigns, forms and automations there are. */
export type Catalogue = {
  tags: readonly Named[];
  clients: readonly Named[];
  imports: readonly Named[];
  campaigns: readonly Named[];
  forms: readonly Named[];
  automations: readonly Named[];
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
  const campaigns = useQuery(sentCampaignsQuery);
  const forms = useQuery(everyFormQuery);
  const automations = useQuery(everyAutomationQuery);
  const loaded =
    [tags, fields, imports, campaigns, forms, automations].every(({ isPending }) => !isPending) &&
    !(isAgency && clients.isPending);

  return useMemo(() => {
    const lists = {
      tags: tags.data ?? none,
      clients: clients.data ?? none,
      imports: imports.data?.items.filter(({ kind }) => kind === 'contacts') ?? none,
      campaigns: campaigns.data ?? none,
      forms: forms.data ?? none,
      automations: automations.data ?? none,
    };
    const names = new Map(
      Object.values(lists).flatMap((list: readonly Named[]) => list.map(({ id, name }) => [id, name] as const)),
    );
    const known = fields.data?.items ?? none;
    return {
      ...lists,
      fields: known,
      typeOf: (key: string) => known.find((field) => field.key === key)?.type,
      nameOf: (id: string) => names.get(id),
      loaded,
    };
  }, [tags.data, clients.data, imports.data, campaigns.data, forms.data, automations.data, fields.data, loaded]);
}
