import { fieldTypes, type FieldType } from '@waggle/contracts/contact-fields';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Select } from '#ui/select.tsx';
import { useCreateField } from '../fields/queries.ts';
import { useCounted } from './counted.ts';
import type { NewField } from './new-fields.ts';

type NewFieldsPanelProps = {
  fields: readonly NewField[];
  onCreated: (at: number, key: string) => void;
  onDone: () => void;
};

type Changes = Record<number, { left?: boolean; type?: FieldType }>;

/** Makes fields for the columns that have none, all at once. */
function useNewFields({ fields, onCreated, onDone }: NewFieldsPanelProps) {
  const create = useCreateField();
  const [changes, setChanges] = useState<Changes>({});
  const [busy, setBusy] = useState(false);
  const change = (at: number, next: Changes[number]) =>
    setChanges((now) => ({ ...now, [at]: { ...now[at], ...next } }));
  const offered = fields.map((field) => ({
    ...field,
    type: changes[field.at]?.type ?? field.type,
    kept: !changes[field.at]?.left,
  }));
  const kept = offered.filter((field) => field.kept);

  const createAll = async () => {
    setBusy(true);
    try {
      for (const { at, label, type } of kept) onCreated(at, (await create.mutateAsync({ label, type })).key);
      onDone();
    } catch {
      // Those made before stay, and the message says why this one was not.
    } finally {
      setBusy(false);
    }
  };
  return { offered, kept, change, createAll, busy, error: create.error };
}

/** Columns nothing here is like: they are kept by making fields for them. */
export function NewFieldsPanel(props: NewFieldsPanelProps) {
  const { t } = useTranslation('contacts-import');
  const counted = useCounted();
  const { offered, kept, change, createAll, busy, error } = useNewFields(props);
  const title = t('match.noField', counted(offered.length));
  return (
    <section aria-label={title} className="mt-4 flex flex-col gap-3 rounded-lg border border-line-strong bg-sunken p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h3 className="text-sm font-semibold text-ink">{title}</h3>
          <p className="text-xs text-muted">{t('match.noFieldText')}</p>
        </div>
        <Button
          size="sm"
          busy={busy}
          busyLabel={t('match.creating')}
          disabledReason={kept.length === 0 ? t('match.createNone') : undefined}
          onClick={() => void createAll()}
        >
          {t('match.createAll', counted(kept.length))}
        </Button>
      </div>
      <ul className="grid max-h-56 gap-x-6 gap-y-1.5 overflow-y-auto sm:grid-cols-2">
        {offered.map((field) => (
          <NewFieldLine key={field.at} field={field} onChange={(next) => change(field.at, next)} />
        ))}
      </ul>
      {error && <Alert tone="danger">{problemText(error)}</Alert>}
    </section>
  );
}

/** A choice needs options, which a file does not list. */
const offeredTypes = fieldTypes.filter((type) => type !== 'choice');

type NewFieldLineProps = { field: NewField & { kept: boolean }; onChange: (next: Changes[number]) => void };

function NewFieldLine({ field, onChange }: NewFieldLineProps) {
  const { t } = useTranslation('contacts-import');
  return (
    <li className="flex items-center gap-2">
      <Checkbox
        className="min-w-0 flex-1"
        label={<span className="block truncate">{field.label}</span>}
        checked={field.kept}
        onCheckedChange={(kept) => onChange({ left: !kept })}
      />
      <span className="w-32 shrink-0">
        <Select
          aria-label={t('match.typeOf', { name: field.label })}
          size="sm"
          disabled={!field.kept}
          value={field.type}
          onValueChange={(type) => onChange({ type: type as FieldType })}
          options={offeredTypes.map((value) => ({ value, label: t(`fields.types.${value}`) }))}
        />
      </span>
    </li>
  );
}
