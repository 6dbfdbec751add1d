import { columnRatios, type ColumnRatio, type ColumnsBlock } from '@waggle/contracts/email-document';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { withRatio } from '../blocks/edit.ts';
import type { FormProps } from './block-form.ts';
import { ColorChoice, Fold, Labeled, Pixels } from './parts.tsx';

export function ColumnsForm({ block, change, palette }: FormProps<ColumnsBlock>) {
  const { t } = useTranslation('email-editor');
  return (
    <>
      <Field label={t('columns.ratio')}>
        {(control) => (
          <Select
            {...control}
            value={block.ratio}
            onValueChange={(ratio) => change(withRatio(block, ratio as ColumnRatio))}
            options={columnRatios.map((value) => ({ value, label: t(`columns.ratios.${ratioKeys[value]}`) }))}
          />
        )}
      </Field>
      <Pixels label={t('columns.gap')} max={64} value={block.gap ?? 24} onChange={(gap) => change({ gap })} />
      <Labeled label={t('columns.verticalAlign')}>
        <SegmentedControl
          label={t('columns.verticalAlign')}
          value={block.verticalAlign ?? 'top'}
          onValueChange={(verticalAlign) => change({ verticalAlign })}
          options={(['top', 'middle', 'bottom'] as const).map((value) => ({
            value,
            label: t(`columns.aligned.${value}`),
          }))}
          className="self-start"
        />
      </Labeled>
      <Switch
        label={t('columns.keepOnPhone')}
        checked={block.keepOnPhone ?? false}
        onCheckedChange={(keepOnPhone) => change({ keepOnPhone: keepOnPhone || undefined })}
      />
      <Fold label={t('columns.box')}>
        <BoxForm block={block} change={change} palette={palette} />
      </Fold>
    </>
  );
}

/** Colons would be namespaces in the keys of texts. */
const ratioKeys = {
  '1': 'one',
  '1:1': 'halves',
  '1:2': 'wideRight',
  '2:1': 'wideLeft',
  '1:3': 'widerRight',
  '3:1': 'widerLeft',
  '1:1:1': 'thirds',
} as const satisfies Record<ColumnRatio, string>;

type Box = NonNullable<ColumnsBlock['box']>;

function BoxForm({ block, change, palette }: FormProps<ColumnsBlock>) {
  const { t } = useTranslation('email-editor');
  const box = block.box ?? {};
  const set = (part: Partial<Box>) => {
    const next = Object.fromEntries(Object.entries({ ...box, ...part }).filter(([, value]) => value !== undefined));
    change({ box: Object.keys(next).length > 0 ? next : undefined });
  };
  return (
    <>
      <ColorChoice
        label={t('columns.boxBackground')}
        value={box.background}
        usual="paper"
        palette={palette}
        onChange={(background) => set({ background })}
      />
      <ColorChoice
        label={t('columns.boxBorder')}
        value={box.border}
        usual="line"
        palette={palette}
        onChange={(border) => set({ border })}
      />
      <Pixels label={t('inspector.radius')} max={48} value={box.radius ?? 0} onChange={(radius) => set({ radius })} />
      <Pixels label={t('columns.padding')} max={64} value={box.padding ?? 0} onChange={(padding) => set({ padding })} />
    </>
  );
}
