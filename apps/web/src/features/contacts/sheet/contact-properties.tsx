import { useQuery } from '@tanstack/react-query';
import type { ContactField } from '@waggle/contracts/contact-fields';
import { contactSources, type ContactDetail } from '@waggle/contracts/contacts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { announce } from '#lib/announce.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { TagChip } from '#ui/tag-chip.tsx';
import { toast } from '#ui/toast-store.ts';
import { attributeFrom, AttributeText, typedFrom } from '../attribute-value.tsx';
import { ClientName, useClientNames } from '../contact-columns.tsx';
import { Source, sourceIcons } from '../contact-words.tsx';
import { fieldsQuery, useUpdateContact } from '../queries.ts';
import { TagPicker } from '../tags/tag-picker.tsx';
import { useContactTags } from '../tags/use-contact-tags.ts';
import { PropertyLine, PropertyRow } from './property-row.tsx';

type Change = Omit<Parameters<ReturnType<typeof useUpdateContact>['mutate']>[0], 'contactId'>;

/** Saves one property; the old value comes back when the server refuses. */
function useSaveProperty(contactId: string) {
  const { t } = useTranslation(['contacts', 'app']);
  const update = useUpdateContact();
  return (change: Change) =>
    update.mutate(
      { contactId, ...change },
      {
        onSuccess: () => announce(t('saved')),
        onError: () => toast({ tone: 'error', title: t('app:error'), description: t('form.updateFailed') }),
      },
    );
}

export function ContactProperties({ contact }: { contact: ContactDetail }) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const fields = useQuery(fieldsQuery).data?.items ?? [];
  const clients = useClientNames();
  const save = useSaveProperty(contact.id);
  const client = clients.get(contact.clientId ?? '');
  const sources = contactSources.map((value) => ({ value, label: t(`source.${value}`), icon: sourceIcons[value] }));

  return (
    <dl className="flex flex-col">
      <PropertyRow
        label={t('columns.phone')}
        value={contact.phone ?? ''}
        type="tel"
        onSave={mayWrite ? (phone) => save({ phone: phone || null }) : undefined}
      />
      {client && (
        <PropertyLine label={t('columns.client')}>
          <ClientName name={client} />
        </PropertyLine>
      )}
      <PropertyRow
        label={t('columns.source')}
        value={contact.source}
        shown={<Source source={contact.source} />}
        options={mayWrite ? sources : undefined}
        onSave={mayWrite ? (picked) => save({ source: contactSources.find((one) => one === picked) }) : undefined}
      />
      {fields
        .filter(({ clientId }) => clientId === null || clientId === contact.clientId)
        .map((field) => (
          <CustomProperty
            key={field.key}
            field={field}
            contact={contact}
            onSave={mayWrite ? (value) => save({ attributes: { [field.key]: value } }) : undefined}
          />
        ))}
      <PropertyLine label={t('columns.tags')}>
        <ContactTags contact={contact} />
      </PropertyLine>
    </dl>
  );
}

type CustomPropertyProps = {
  field: ContactField;
  contact: ContactDetail;
  onSave: ((value: string | number | boolean | null) => void) | undefined;
};

const inputTypes = { text: 'text', number: 'number', date: 'date', boolean: 'text', choice: 'text' } as const;
/** A select has no empty value, so "nothing" has a name of its own. */
const nothing = '-';

function CustomProperty({ field, contact, onSave }: CustomPropertyProps) {
  const { t } = useTranslation('contacts');
  const value = contact.attributes[field.key];
  const choices =
    field.type === 'boolean'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : field.options.map((option) => ({ value: option, label: option }));
  const chosen = field.type === 'boolean' || field.type === 'choice';
  const store = (typed: string) => {
    const next = attributeFrom(field, typed === nothing ? '' : typed);
    if (next !== undefined) onSave?.(next);
  };
  return (
    <PropertyRow
      label={field.label}
      value={typedFrom(value)}
      shown={value === undefined || value === null ? undefined : <AttributeText field={field} value={value} />}
      type={inputTypes[field.type]}
      options={chosen ? [{ value: nothing, label: t('sheet.nothing') }, ...choices] : undefined}
      onSave={onSave && store}
    />
  );
}

function ContactTags({ contact }: { contact: ContactDetail }) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const { add, remove } = useContactTags(contact.id);
  const [open, setOpen] = useState(false);
  if (!mayWrite && contact.tags.length === 0) return <span className="text-subtle">{t('sheet.nothing')}</span>;
  return (
    <div className="flex flex-wrap items-center gap-1.5 py-1">
      {contact.tags.map((tag) => (
        <TagChip
          key={tag.id}
          name={tag.name}
          color={tag.color}
          onRemove={mayWrite ? () => remove(tag) : undefined}
          removeLabel={t('tags.removeNamed', { name: tag.name })}
        />
      ))}
      {mayWrite && (
        <Popover
          label={t('tags.add')}
          flush
          open={open}
          onOpenChange={setOpen}
          trigger={<IconButton label={t('tags.add')} icon={Plus} size="sm" />}
        >
          <TagPicker
            mayCreate
            without={contact.tags.map(({ id }) => id)}
            onPick={(tag) => {
              setOpen(false);
              add(tag);
            }}
          />
        </Popover>
      )}
    </div>
  );
}
