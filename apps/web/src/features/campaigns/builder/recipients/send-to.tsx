import { useQuery } from '@tanstack/react-query';
import { Filter, Tag, UserCheck, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Field } from '#ui/field.tsx';
import { Select, type SelectGroup, type SelectOption } from '#ui/select.tsx';
import { useBuilder, useOwner } from '../builder-context.ts';
import { segmentQuery, segmentsQuery } from '../queries.ts';
import { choose, kindOf } from './recipient-kind.ts';

/** Segments are chosen by their id, everything else by its kind. */
export function SendTo({ total }: { total: number | undefined }) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const { draft, change, readOnly } = useBuilder();
  const { recipients } = draft;
  const segments = useSegments();
  const kind = kindOf(recipients);
  const options: (SelectOption | SelectGroup)[] = [
    {
      value: 'all',
      label: total === undefined ? t('recipients.all') : t('recipients.allCounted', { n: format.number(total) }),
      icon: Users,
    },
    { value: 'tags', label: t('recipients.tags'), icon: Tag },
    { value: 'contacts', label: t('recipients.contacts'), icon: UserCheck },
    ...(recipients.segmentIds.length > 1
      ? [
          {
            value: 'segments',
            label: t('recipients.severalSegments', { count: recipients.segmentIds.length }),
            icon: Filter,
          },
        ]
      : []),
    ...(segments.length > 0 ? [{ label: t('recipients.segments'), options: segments }] : []),
  ];
  const pick = (value: string) => {
    if (value === 'segments') return;
    if (value === 'all' || value === 'tags') change({ recipients: choose(recipients, { type: value }) });
    else if (value === 'contacts') change({ recipients: choose(recipients, { type: 'segments' }) });
    else change({ recipients: choose(recipients, { type: 'segments', segmentIds: [value] }) });
  };
  const only = recipients.segmentIds.length === 1 ? recipients.segmentIds[0] : undefined;
  return (
    <Field label={t('recipients.sendTo')}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={kind === 'segments' ? (only ?? 'segments') : kind}
          onValueChange={pick}
          disabled={readOnly}
        />
      )}
    </Field>
  );
}

/** Saved segments, and the chosen one even where it is not among the first hundred. */
function useSegments(): SelectOption[] {
  const { draft } = useBuilder();
  const [chosen] = draft.recipients.segmentIds;
  const listed = useQuery(segmentsQuery(useOwner(), '')).data?.items ?? [];
  const isListed = listed.some(({ id }) => id === chosen);
  const own = useQuery({ ...segmentQuery(chosen ?? ''), enabled: chosen !== undefined && !isListed }).data;
  return [...listed, ...(own && !isListed ? [own] : [])].map(({ id, name }) => ({
    value: id,
    label: name,
    icon: Filter,
  }));
}
