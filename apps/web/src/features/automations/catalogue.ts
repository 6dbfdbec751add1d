import { queryOptions, useQuery } from '@tanstack/react-query';
import { listAutomations } from '@waggle/contracts/automations';
import { listCampaigns } from '@waggle/contracts/campaigns';
import type { ContactField } from '@waggle/contracts/contact-fields';
import { listForms } from '@waggle/contracts/forms';
import { listQrCodes } from '@waggle/contracts/qr-codes';
import { listSegments } from '@waggle/contracts/segments';
import { listTags } from '@waggle/contracts/tags';
import { useMemo } from 'react';
import { useHolds } from '#features/accounts/index.ts';
import { everyFieldQuery } from '#features/contacts/index.ts';
import { call } from '#lib/api.ts';

export type Named = { id: string; name: string; color?: string | undefined };

/** What steps and triggers can speak of. */
export type Catalogue = {
  tags: readonly Named[];
  forms: readonly Named[];
  segments: readonly Named[];
  codes: readonly Named[];
  campaigns: readonly Named[];
  automations: readonly Named[];
  fields: readonly ContactField[];
  /** Undefined for what is gone, or not loaded yet. */
  nameOf: (id: string) => string | undefined;
  /** Until then an unknown id may still get its name. */
  loaded: boolean;
};

/** As many as one call gives. */
const limit = 100;
/** Somebody who adds a tag elsewhere and comes back finds it. */
const staleTime = 5_000;
const named = ({ items }: { items: Named[] }): Named[] => items.map(({ id, name, color }) => ({ id, name, color }));

const queries = {
  tags: queryOptions({
    queryKey: ['tags', 'automations'],
    queryFn: ({ signal }) => call(listTags, { query: { sort: 'name', limit } }, signal),
    select: named,
    staleTime,
  }),
  forms: queryOptions({
    queryKey: ['forms', 'automations'],
    queryFn: ({ signal }) => call(listForms, { query: { sort: 'name', limit } }, signal),
    select: named,
    staleTime,
  }),
  segments: queryOptions({
    queryKey: ['segments', 'automations'],
    queryFn: ({ signal }) => call(listSegments, { query: { sort: 'name', limit } }, signal),
    select: named,
    staleTime,
  }),
  codes: queryOptions({
    queryKey: ['qr-codes', 'automations'],
    queryFn: ({ signal }) => call(listQrCodes, { query: { sort: 'name', limit } }, signal),
    select: named,
    staleTime,
  }),
  campaigns: queryOptions({
    queryKey: ['campaigns', 'automations'],
    queryFn: ({ signal }) => call(listCampaigns, { query: { limit } }, signal),
    select: named,
    staleTime,
  }),
  automations: queryOptions({
    queryKey: ['automations', 'list', 'named'],
    queryFn: ({ signal }) => call(listAutomations, { query: { sort: 'name', limit } }, signal),
    select: named,
    staleTime,
  }),
};

const none: readonly never[] = [];

export function useCatalogue(): Catalogue {
  const mayReadCodes = useHolds('links:read');
  const tags = useQuery(queries.tags);
  const forms = useQuery(queries.forms);
  const segments = useQuery(queries.segments);
  const codes = useQuery({ ...queries.codes, enabled: mayReadCodes });
  const campaigns = useQuery(queries.campaigns);
  const automations = useQuery(queries.automations);
  const fields = useQuery(everyFieldQuery);
  const loaded = [tags, forms, segments, campaigns, automations, fields].every(({ isPending }) => !isPending);
  return useMemo(() => {
    const lists = {
      tags: tags.data ?? none,
      forms: forms.data ?? none,
      segments: segments.data ?? none,
      codes: codes.data ?? none,
      campaigns: campaigns.data ?? none,
      automations: automations.data ?? none,
    };
    const names = new Map(
      Object.values(lists).flatMap((list: readonly Named[]) => list.map(({ id, name }) => [id, name] as const)),
    );
    return { ...lists, fields: fields.data?.items ?? none, nameOf: (id: string) => names.get(id), loaded };
  }, [tags.data, forms.data, segments.data, codes.data, campaigns.data, automations.data, fields.data, loaded]);
}
