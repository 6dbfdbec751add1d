import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Owner } from '@waggle/contracts/clients';
import { listContactFields } from '@waggle/contracts/contact-fields';
import { listTags } from '@waggle/contracts/tags';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import type { Fields } from './fields-context.ts';

const fieldsQuery = queryOptions({
  queryKey: ['contact-fields', 'email-editor'],
  queryFn: ({ signal }) => call(listContactFields, {}, signal),
});

/** As many as one page holds; an email that asks for more kinds of people is several emails. */
const tagsQuery = (owner: Owner | undefined) =>
  queryOptions({
    queryKey: ['tags', 'email-editor', owner],
    queryFn: ({ signal }) => call(listTags, { query: { sort: 'name', limit: 100, owner } }, signal),
  });

const own = ['first_name', 'last_name', 'email', 'phone', 'company'] as const;

/** A client's own, and those of the organization, which every client shares. */
const fits = (owner: Owner | undefined, clientId: string | null) =>
  owner === undefined || clientId === null || clientId === owner;

/** Fields and tags an email of that owner can name; every contact has the first ones. */
export function useContactFields(owner: Owner | undefined): Fields {
  const { t } = useTranslation('email-editor');
  const custom = useQuery(fieldsQuery).data?.items;
  const tags = useQuery(tagsQuery(owner)).data?.items;
  return useMemo(() => {
    const list = [
      ...own.map((name) => ({ name, label: t(`fields.${name}`) })),
      // One of their name from before there was the field fills in where it is empty: see `Reader` of packages/email.
      ...(custom ?? [])
        .filter(({ clientId, key }) => fits(owner, clientId) && !own.some((name) => name === key))
        .map(({ key, label }) => ({ name: key, label })),
    ];
    const label = (name: string) => list.find((field) => field.name === name)?.label ?? name;
    return {
      list,
      tags: tags ?? [],
      label,
      chip: (name, fallback) =>
        fallback === '' ? label(name) : t('fields.withFallback', { field: label(name), fallback }),
    };
  }, [custom, tags, owner, t]);
}
