import type { ContactSource } from '@waggle/contracts/contacts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { AttributeText } from '../attribute-value.tsx';
import { Source } from '../contact-words.tsx';
import { Nothing } from '../sheet/edit-in-place.tsx';
import type { MergeRow } from './merge-fields.ts';

type MergeLineProps = { row: MergeRow; takes: boolean; onTake: (takes: boolean) => void };

/** One field of both: a choice where they differ, otherwise what stays. */
export function MergeLine({ row, takes, onTake }: MergeLineProps) {
  const { t } = useTranslation('contacts');
  const name = useId();
  const label =
    typeof row.field !== 'string'
      ? row.field.label
      : row.field === 'source'
        ? t('columns.source')
        : t(`form.${row.field}`);
  const staysOther = row.differs ? takes : row.kept === null || row.kept === undefined || row.kept === '';
  return (
    <div role="row" className="grid grid-cols-2 border-t border-line text-sm sm:grid-cols-[7.5rem_1fr_1fr]">
      <span role="rowheader" className="truncate px-3 pt-2 text-muted max-sm:col-span-2 sm:pb-2">
        {label}
      </span>
      {(['kept', 'other'] as const).map((side) => {
        const stays = staysOther === (side === 'other') || row.kept === row.other;
        return (
          <span key={side} role="cell" className="min-w-0 border-line sm:border-l">
            {row.differs ? (
              <label className="flex min-h-9 items-start gap-2 px-3 py-2 hover:bg-fill">
                <input
                  type="radio"
                  name={name}
                  aria-label={`${label}: ${String(row[side])}`}
                  checked={takes === (side === 'other')}
                  onChange={() => onTake(side === 'other')}
                  className="mt-0.5 size-4 shrink-0 accent-(--control-on)"
                />
                <span className={cx('min-w-0 break-words', stays ? 'font-medium text-ink' : 'text-subtle')}>
                  <FieldValue row={row} side={side} />
                </span>
              </label>
            ) : (
              <span className={cx('block px-3 py-2 break-words', stays ? 'text-ink' : 'text-subtle')}>
                <FieldValue row={row} side={side} />
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}

function FieldValue({ row, side }: { row: MergeRow; side: 'kept' | 'other' }) {
  const value = row[side];
  if (value === null || value === undefined || value === '') return <Nothing />;
  if (typeof row.field !== 'string') return <AttributeText field={row.field} value={value} />;
  return row.field === 'source' ? <Source source={value as ContactSource} /> : <>{String(value)}</>;
}
