import { useQuery } from '@tanstack/react-query';
import type { ContactField } from '@waggle/contracts/contact-fields';
import { contactSources, type ContactDetail } from '@waggle/contracts/contacts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { TagChip } from '#ui/tag-chip.tsx';
import { attributeFrom, AttributeText, typedFrom } from '../attribute-value.tsx';
import { ConsentBadge, Source, sourceIcons } from '../contact-words.tsx';
import { fieldsQuery } from '../queries.ts';
import { TagPicker } from '../tags/tag-picker.tsx';
import { useContactTags } from '../tags/use-contact-tags.ts';
import { ClientRow } from './client-row.tsx';
import { PropertyLine, PropertyRow } from './property-row.tsx';
import { TimeZoneRow } from './time-zone-row.tsx';
import { useSaveProperty } from './use-save-property.ts';

type ContactPropertiesProps = {
  contact: ContactDetail;
  /** Leads to what the consent rests on. */
  onProof: () => void;
};

export function ContactProperties({ contact, onProof }: ContactPropertiesProps) {
  const { t } = useTranslation(['contacts', 'contact-sheet']);
  const mayWrite = useHolds('contacts:write');
  const fields = useQuery(fieldsQuery).data?.items ?? [];
  const { choose } = useSaveProperty(contact);
  const sources = contactSources.map((value) => ({ value, label: t(`source.${value}`), icon: sourceIcons[value] }));
  const { source } = contact;
  const label = t('columns.source');

  return (
    <dl className="grid gap-x-6 sm:grid-cols-2">
      <TextProperty contact={contact} field="phone" type="tel" />
      <TextProperty contact={contact} field="company" />
      <ClientRow contact={contact} />
      <PropertyRow
        label={label}
        value={source}
        shown={<Source source={source} />}
        options={sources}
        onSave={
          mayWrite
            ? (picked) =>
                choose({
                  label,
                  change: { source: contactSources.find((one) => one === picked) },
                  before: { source },
                })
            : undefined
        }
      />
      {fields
        .filter(({ clientId }) => clientId === null || clientId === contact.clientId)
        .map((field) => (
          <CustomProperty key={field.key} field={field} contact={contact} />
        ))}
      <TimeZoneRow contact={contact} />
      <PropertyLine label={t('columns.tags')} wide>
        <ContactTags contact={contact} />
      </PropertyLine>
      <PropertyLine label={t('sheet.consent')} wide>
        <span className="flex flex-wrap items-center gap-x-2">
          <ConsentBadge state={contact.emailConsent} />
          <Button size="sm" variant="ghost" onClick={onProof}>
            {t('contact-sheet:consent.proof')}
          </Button>
        </span>
      </PropertyLine>
    </dl>
  );
}

type TextPropertyProps = { contact: ContactDetail; field: 'phone' | 'company'; type?: 'tel' };

function TextProperty({ contact, field, type }: TextPropertyProps) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const { save } = useSaveProperty(contact);
  const label = t(`columns.${field}`);
  const value = contact[field];
  const changeTo = (next: string | null) => (field === 'phone' ? { phone: next } : { company: next });
  const store = (typed: string) => save({ label, change: changeTo(typed || null), before: changeTo(value) });
  return <PropertyRow label={label} value={value ?? ''} type={type} onSave={mayWrite ? store : undefined} />;
}

const inputTypes = { text: 'text', number: 'number', date: 'date', boolean: 'text', choice: 'text' } as const;
/** A menu of choices has no empty value, so "nothing" has a name of its own. */
const nothing = '-';

function CustomProperty({ field, contact }: { field: ContactField; contact: ContactDetail }) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const { save, choose } = useSaveProperty(contact);
  const value = contact.attributes[field.key];
  const choices =
    field.type === 'boolean'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : field.options.map((option) => ({ value: option, label: option }));
  const chosen = field.type === 'boolean' || field.type === 'choice';
  const store = async (typed: string) => {
    const next = attributeFrom(field, typed === nothing ? '' : typed);
    if (next === undefined) return t('form.notANumber');
    const change = { attributes: { [field.key]: next } };
    const before = { attributes: { [field.key]: value ?? null } };
    return (chosen ? choose : save)({ label: field.label, change, before });
  };
  return (
    <PropertyRow
      label={field.label}
      value={chosen ? typedFrom(value) || nothing : typedFrom(value)}
      shown={value === undefined || value === null ? undefined : <AttributeText field={field} value={value} />}
      type={inputTypes[field.type]}
      options={chosen ? [{ value: nothing, label: t('sheet.nothing') }, ...choices] : undefined}
      onSave={mayWrite ? store : undefined}
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
          trigger={
            <IconButton
              label={t('tags.add')}
              icon={Plus}
              size="sm"
              className={contact.tags.length === 0 ? '-ml-1.5' : ''}
            />
          }
        >
          <TagPicker
            mayCreate
            clientId={contact.clientId}
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
