import { exportFields } from '@waggle/contracts/contacts';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/checkbox.tsx';
import type { ExportForm } from './use-export-form.ts';

const toggled = <Item,>(items: readonly Item[], item: Item, on: boolean): readonly Item[] =>
  on ? [...items, item] : items.filter((one) => one !== item);

/** Which columns, and how the file will look. */
export function ExportFields({ form }: { form: ExportForm }) {
  const { t } = useTranslation('contacts-import');
  const { fields, setFields, custom, setCustom, customFields } = form;
  const isAll = fields.length === exportFields.length && custom.length === customFields.length;
  const chooseAll = (on: boolean) => {
    setFields(on ? exportFields : ['email']);
    setCustom(on ? customFields.map(({ key }) => key) : []);
  };
  return (
    <>
      <Checkbox label={t('export.allFields')} checked={isAll} onCheckedChange={chooseAll} />
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2.5 text-sm font-medium text-ink">{t('export.fields')}</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-2.5">
          {exportFields.map((field) => (
            <Checkbox
              key={field}
              label={t(`export.labels.${field}`)}
              description={field === 'email' ? t('export.emailLocked') : undefined}
              disabled={field === 'email'}
              checked={fields.includes(field)}
              onCheckedChange={(on) => setFields(toggled(fields, field, on))}
            />
          ))}
        </div>
      </fieldset>
      {customFields.length > 0 && (
        <fieldset>
          <legend className="mb-2.5 text-sm font-medium text-ink">{t('export.custom')}</legend>
          <div className="grid grid-cols-2 gap-x-4 gap-y-2.5">
            {customFields.map(({ key, label }) => (
              <Checkbox
                key={key}
                label={label}
                checked={custom.includes(key)}
                onCheckedChange={(on) => setCustom(toggled(custom, key, on))}
              />
            ))}
          </div>
        </fieldset>
      )}
      <Preview form={form} />
    </>
  );
}

function Preview({ form: { fields, custom, customFields, name } }: { form: ExportForm }) {
  const { t } = useTranslation('contacts-import');
  const columns = [
    ...exportFields.filter((field) => fields.includes(field)).map((field) => t(`export.labels.${field}`)),
    ...customFields.filter(({ key }) => custom.includes(key)).map(({ label }) => label),
  ];
  return (
    <div className="flex gap-3 rounded-md border border-line-strong bg-sunken px-3.5 py-3">
      <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-subtle" />
      <dl className="min-w-0 text-xs text-muted">
        <dt className="sr-only">{t('export.file')}</dt>
        <dd className="truncate font-mono text-ink">{name}</dd>
        <dt className="sr-only">{t('export.order')}</dt>
        <dd className="mt-1">{columns.join(', ')}</dd>
      </dl>
    </div>
  );
}
