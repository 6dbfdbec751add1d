import { corrections } from '@waggle/contracts/qr-design';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/checkbox.tsx';
import { ColorField } from '#ui/color-field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Slider } from '#ui/slider.tsx';
import { Fold } from '../fold.tsx';
import { Amount } from './amount.tsx';
import type { DesignProps } from './design-props.ts';
import { FrameField } from './frame-field.tsx';
import { LogoField } from './logo-field.tsx';
import { CornerChoice, DotChoice } from './style-choice.tsx';

const darkPresets = {
  '#000000': 'black',
  '#44413B': 'graphite',
  '#1E3A5F': 'navy',
  '#1D6A41': 'forest',
  '#93266F': 'plum',
  '#9A3D10': 'rust',
} as const;
const lightPresets = { '#FFFFFF': 'white', '#FFF9EC': 'cream', '#EDF2FB': 'mist', '#E8F5ED': 'mint' } as const;

type ColorName = (typeof darkPresets)[keyof typeof darkPresets] | (typeof lightPresets)[keyof typeof lightPresets];

export function DesignFields({ design, onDesign }: DesignProps) {
  const { t } = useTranslation('links');
  const change = (part: Partial<typeof design>) => onDesign({ ...design, ...part });
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <DotChoice value={design.dots} onValueChange={(dots) => change({ dots })} />
      <CornerChoice value={design.corners} onValueChange={(corners) => change({ corners })} />
      <Colors design={design} onDesign={onDesign} />
      <LogoField design={design} onDesign={onDesign} />
      <FrameField design={design} onDesign={onDesign} />
      <Fold label={t('designer.advanced')}>
        <Advanced design={design} onDesign={onDesign} />
      </Fold>
    </div>
  );
}

/** Few people change these; opened when a check asks for it. */
function Advanced({ design, onDesign }: DesignProps) {
  const { t } = useTranslation('links');
  const change = (part: Partial<typeof design>) => onDesign({ ...design, ...part });
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <p aria-hidden className="text-sm font-medium text-ink">
          {t('designer.correction')}
        </p>
        <SegmentedControl
          label={t('designer.correction')}
          value={design.correction}
          onValueChange={(correction) => change({ correction })}
          options={corrections.map((value) => ({ value, label: t(`designer.corrections.${value}`) }))}
          className="self-start"
        />
        <p className="text-xs text-subtle">{t('designer.correctionHint')}</p>
      </div>
      <Amount
        label={t('designer.quietZone')}
        shown={t('readability.modules', { count: design.quietZone, shown: design.quietZone })}
        hint={t('designer.quietZoneHint')}
      >
        {(id) => (
          <Slider
            id={id}
            min={0}
            max={8}
            value={design.quietZone}
            aria-valuetext={t('readability.modules', { count: design.quietZone, shown: design.quietZone })}
            onValueChange={(quietZone) => change({ quietZone })}
          />
        )}
      </Amount>
    </>
  );
}

function Colors({ design, onDesign }: DesignProps) {
  const { t } = useTranslation('links');
  const change = (part: Partial<typeof design>) => onDesign({ ...design, ...part });
  const named = (presets: Readonly<Record<string, ColorName>>) =>
    Object.entries(presets).map(([value, name]) => ({ value, label: t(`designer.colors.${name}`) }));
  const shared = { invalid: t('designer.noColor') };
  const dark = named(darkPresets);
  return (
    <>
      <ColorField
        {...shared}
        label={t('designer.foreground')}
        value={design.foreground}
        presets={dark}
        onValueChange={(foreground) => change({ foreground })}
      />
      <ColorField
        {...shared}
        label={t('designer.background')}
        value={design.background}
        presets={named(lightPresets)}
        onValueChange={(background) => change({ background })}
      />
      <Checkbox
        label={t('designer.ownCorners')}
        checked={design.cornerColor !== null}
        onCheckedChange={(own) => change({ cornerColor: own ? design.foreground : null })}
      />
      {design.cornerColor !== null && (
        <ColorField
          {...shared}
          label={t('designer.cornerColor')}
          value={design.cornerColor}
          presets={dark}
          onValueChange={(cornerColor) => change({ cornerColor })}
        />
      )}
    </>
  );
}
