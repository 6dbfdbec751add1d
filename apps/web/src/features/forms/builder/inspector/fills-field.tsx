import { queryOptions, useQuery } from '@tanstack/react-query';
import { listContactFields } from '@waggle/contracts/contact-fields';
import type { FormField } from '@waggle/contracts/form-definition';
import { contactParts, suggestedPart } from '@waggle/forms/lead';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { useBuilder } from '../builder-context.ts';

const fieldsQuery = queryOptions({
  queryKey: ['contact-fields', 'form-builder'],
  queryFn: ({ signal }) => call(listContactFields, {}, signal),
});

/** What of the contact an answer fills. */
export function FillsField({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { commands, clientId } = useBuilder();
  const known = useQuery(fieldsQuery).data?.items ?? [];
  const own = known.filter((one) => one.clientId === null || one.clientId === clientId);
  const suggested = suggestedPart(field);
  const custom = own.map(({ key, label }) => ({ value: `custom.${key}`, label }));
  const isGone = field.fills.startsWith('custom.') && !custom.some(({ value }) => value === field.fills);
  return (
    <Field label={t('contact.title')} hint={t('contact.hint')}>
      {(control) => (
        <Select
          {...control}
          value={field.fills}
          onValueChange={(fills) => commands.change(field.id, { fills })}
          options={[
            {
              value: 'auto',
              label: suggested
                ? t('contact.autoFills', { part: t(`contact.parts.${suggested}`) })
                : t('contact.autoNothing'),
            },
            { value: 'none', label: t('contact.nothing') },
            {
              label: t('contact.ownFields'),
              options: contactParts.map((part) => ({ value: part, label: t(`contact.parts.${part}`) })),
            },
            ...(custom.length > 0 ? [{ label: t('contact.customFields'), options: custom }] : []),
            ...(isGone ? [{ value: field.fills, label: field.fills.slice('custom.'.length) }] : []),
          ]}
        />
      )}
    </Field>
  );
}
