import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Switch } from '#ui/switch.tsx';
import type { BlockOf, FormProps } from './block-form.ts';
import { AlignChoice, ColorChoice, Labeled, LinkField, Pixels } from './parts.tsx';

export function ButtonForm({ block, change, palette }: FormProps<BlockOf<'button'>>) {
  const { t } = useTranslation('email-editor');
  return (
    <>
      <LinkField label={t('inspector.link')} required value={block.href} onChange={(href) => change({ href })} />
      <AlignChoice value={block.align ?? 'left'} onChange={(align) => change({ align })} />
      <Switch
        label={t('button.fullWidth')}
        checked={block.fullWidth ?? false}
        onCheckedChange={(fullWidth) => change({ fullWidth: fullWidth || undefined })}
      />
      <Labeled label={t('button.look')}>
        <SegmentedControl
          label={t('button.look')}
          value={block.look ?? 'filled'}
          onValueChange={(look) => change({ look })}
          options={(['filled', 'outline'] as const).map((value) => ({ value, label: t(`button.looks.${value}`) }))}
          className="self-start"
        />
      </Labeled>
      <ColorChoice
        label={t('button.color')}
        value={block.color}
        usual={block.look === 'outline' ? 'line' : 'accent'}
        palette={palette}
        onChange={(color) => change({ color })}
      />
      <ColorChoice
        label={t('button.textColor')}
        value={block.textColor}
        usual={block.look === 'outline' ? 'text' : 'onAccent'}
        palette={palette}
        onChange={(textColor) => change({ textColor })}
      />
      <Pixels
        label={t('inspector.size')}
        min={12}
        max={28}
        value={block.size ?? 16}
        onChange={(size) => change({ size })}
      />
    </>
  );
}
