import type { FormFieldType } from '@waggle/contracts/form-definition';
import { GripVertical } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { Kbd } from '#ui/kbd.tsx';
import { useFormDrag } from './canvas/drag.tsx';
import { fieldIcons, fieldTypes, useAddField } from './field-kinds.ts';

/** The kinds of fields: a press adds one at the end, dragging puts it anywhere. */
export function Palette() {
  const { t } = useTranslation('form-builder');
  return (
    <section aria-label={t('palette.title')} className="flex flex-col gap-2">
      <h3 className="text-sm text-muted">{t('palette.title')}</h3>
      {fieldTypes.map((type) => (
        <Tile key={type} type={type} />
      ))}
      <p className="pt-1 text-xs leading-5 text-subtle">
        <Trans t={t} i18nKey="palette.hint" components={{ key: <Kbd>{null}</Kbd> }} />
      </p>
    </section>
  );
}

function Tile({ type }: { type: FormFieldType }) {
  const { t } = useTranslation('form-builder');
  const add = useAddField();
  const drag = useFormDrag({
    id: `new ${type}`,
    dragged: { what: 'field', type, id: null, label: '' },
    disabled: false,
  });
  const Icon = fieldIcons[type];
  return (
    <button
      ref={drag}
      type="button"
      onClick={() => add(type)}
      className="flex h-9.5 touch-manipulation items-center gap-2.5 rounded-md border border-line-strong bg-surface px-3 text-sm font-[550] text-ink shadow-xs hover:border-line-control"
    >
      <Icon aria-hidden className="size-4 text-muted" />
      <span className="flex-1 text-left">{t(`kinds.${type}`)}</span>
      <GripVertical aria-hidden className="size-4 text-subtle" />
    </button>
  );
}
