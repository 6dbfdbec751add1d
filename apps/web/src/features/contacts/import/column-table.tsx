import type { ContactField } from '@waggle/contracts/contact-fields';
import type { Import } from '@waggle/contracts/imports';
import type { Tag } from '@waggle/contracts/tags';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '#lib/brand.ts';
import { FieldForm } from '../fields/field-form.tsx';
import { ColumnLine } from './column-line.tsx';
import { guessedType } from './new-fields.ts';
import { useNamedColumns } from './use-named-columns.ts';
import type { PlanForm } from './use-plan-form.ts';

type ColumnTableProps = {
  found: Import;
  form: PlanForm;
  fields: readonly ContactField[];
  tags: readonly Tag[];
};

const headClass = 'border-b border-line py-3 pr-4 text-left font-medium';

/** On phones each column is a block: name and first value, then its field below. */
export function ColumnTable({ found, form, fields, tags }: ColumnTableProps) {
  const { t } = useTranslation('contacts-import');
  const brand = useBrand().name;
  // The column for which a new field is being made.
  const [making, setMaking] = useState<number>();
  const columns = useNamedColumns(found);
  return (
    <table aria-label={t('match.table')} className="w-full border-separate border-spacing-0 text-sm max-sm:block">
      <thead className="text-xs text-subtle max-sm:sr-only">
        <tr>
          <th className={headClass}>{t('match.column')}</th>
          <th className={headClass}>{t('match.first')}</th>
          <th className={headClass}>{t('match.field', { brand })}</th>
          <th className={headClass}>
            <span className="sr-only">{t('match.state')}</span>
          </th>
        </tr>
      </thead>
      {columns.map((column, at) => (
        // Two columns may have the same name; their order never changes.
        <tbody key={at} className="max-sm:block">
          <ColumnLine
            at={at}
            kind={found.kind}
            columns={columns}
            form={form}
            fields={fields}
            tags={tags}
            onCreate={() => setMaking(at)}
          />
          {making === at && (
            <tr className="max-sm:block">
              <td colSpan={4} className="border-b border-line py-3 max-sm:block">
                <FieldForm
                  label={column.header.slice(0, 60)}
                  type={guessedType(column)}
                  onCancel={() => setMaking(undefined)}
                  onSaved={({ key }) => {
                    form.choose(at, `custom:${key}`);
                    setMaking(undefined);
                  }}
                />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}
