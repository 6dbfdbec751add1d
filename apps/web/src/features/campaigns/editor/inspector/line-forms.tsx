import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import type { BlockOf, FormProps } from './block-form.ts';
import { ColorChoice, Labeled, Pixels } from './parts.tsx';

export function DividerForm({ block, change, palette }: FormProps<BlockOf<'divider'>>) {
  const { t } = useTranslation('email-editor');
  return (
    <>
      <Labeled label={t('divider.look')}>
        <SegmentedControl
          label={t('divider.look')}
          value={block.look ?? 'solid'}
          onValueChange={(look) => change({ look })}
          options={(['solid', 'dashed', 'dotted'] as const).map((value) => ({
            value,
            label: t(`divider.looks.${value}`),
          }))}
          className="self-start"
        />
      </Labeled>
      <Pixels
        label={t('divider.thickness')}
        min={1}
        max={12}
        value={block.thickness ?? 1}
        onChange={(thickness) => change({ thickness })}
      />
      <ColorChoice
        label={t('inspector.color')}
        value={block.color}
        usual="line"
        palette={palette}
        onChange={(color) => change({ color })}
      />
    </>
  );
}

export function SpacerForm({ block, change }: FormProps<BlockOf<'spacer'>>) {
  const { t } = useTranslation('email-editor');
  return (
    <Pixels
      label={t('spacer.height')}
      min={4}
      max={200}
      step={4}
      value={block.height}
      onChange={(height) => change({ height })}
    />
  );
}
