import { queryOptions, useQuery } from '@tanstack/react-query';
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
const tagsQuery = queryOptions({
  queryKey: ['tags', 'email-editor'],
  queryFn: ({ signal }) => call(listTags, { query: { sort: 'name', limit: 100 } }, signal),
});

const own = ['first_name', 'last_name', 'email', 'phone'] as const;

/** Fields and tags an email can name: those every contact has, and those of the organization. */
export function useContactFields(): Fields {
  const { t } = useTranslation('email-editor');
  const custom = useQuery(fieldsQuery).data?.items;
  const tags = useQuery(tagsQuery).data?.items;
  return useMemo(() => {
    const list = [
      ...own.map((name) => ({ name, label: t(`fields.${name}`) })),
      ...(custom ?? []).map(({ key, label }) => ({ name: key, label })),
    ];
    const label = (name: string) => list.find((field) => field.name === name)?.label ?? name;
    return {
      list,
      tags: tags ?? [],
      label,
      chip: (name, fallback) =>
        fallback === '' ? label(name) : t('fields.withFallback', { field: label(name), fallback }),
    };
  }, [custom, tags, t]);
}
