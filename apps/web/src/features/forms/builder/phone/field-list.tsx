import type { FormField } from '@waggle/contracts/form-definition';
import { pagesOf } from '@waggle/forms/pages';
import { ArrowDown, ArrowUp, CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { useBuilder } from '../builder-context.ts';
import { fieldIcons } from '../field-kinds.ts';

type FieldListProps = { onOpen: () => void };

/** All fields of all pages, for screens too narrow to see the whole form at once. */
export function FieldList({ onOpen }: FieldListProps) {
  const { t } = useTranslation('form-builder');
  const { state } = useBuilder();
  const pages = pagesOf(state.history.present);
  return (
    <div className="flex flex-col gap-4 p-4">
      {pages.map(({ id, title, fields }, index) => (
        <section key={id} className="flex flex-col">
          {pages.length > 1 && (
            <h3 className="pb-1 text-sm font-semibold text-ink">
              {index + 1} {title || t('pages.untitled')}
            </h3>
          )}
          <ol className="flex flex-col divide-y divide-line">
            {fields.map((field) => (
              <Row key={field.id} field={field} onOpen={onOpen} />
            ))}
          </ol>
          {fields.length === 0 && <p className="py-3 text-sm text-subtle">{t('canvas.emptyReadOnly')}</p>}
        </section>
      ))}
    </div>
  );
}

function Row({ field, onOpen }: FieldListProps & { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { commands, readOnly, problems } = useBuilder();
  const Icon = fieldIcons[field.type];
  const open = () => {
    commands.select(field.id);
    onOpen();
  };
  return (
    <li className="flex items-center gap-1 py-1">
      <button type="button" onClick={open} className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-left">
        <span className="grid size-9 shrink-0 place-items-center rounded-md bg-fill">
          <Icon aria-hidden className="size-4 text-muted" />
        </span>
        <span className="min-w-0">
          <span className="block truncate text-sm font-medium text-ink">{field.label || t(`kinds.${field.type}`)}</span>
          <span className="block text-xs text-subtle">
            {t(field.required ? 'publish.required' : 'publish.optional', { kind: t(`kinds.${field.type}`) })}
          </span>
        </span>
        {problems.has(field.id) && (
          <CircleAlert aria-label={t('field.wrong')} className="size-4 shrink-0 text-danger-text" />
        )}
      </button>
      {!readOnly && (
        <>
          <IconButton
            icon={ArrowUp}
            label={t('field.upOf', { label: field.label })}
            onClick={() => commands.step(field.id, -1)}
          />
          <IconButton
            icon={ArrowDown}
            label={t('field.downOf', { label: field.label })}
            onClick={() => commands.step(field.id, 1)}
          />
        </>
      )}
    </li>
  );
}
