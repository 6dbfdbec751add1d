import { emailFonts, type EmailBlock, type EmailFont } from '@waggle/contracts/email-document';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { sizeOf } from '../canvas/looks.ts';
import type { BlockOf, FormProps } from './block-form.ts';
import { AlignChoice, ColorChoice, Labeled, Pixels } from './parts.tsx';

type LettersBlock = Extract<EmailBlock, { kind: 'heading' | 'text' | 'footer' }>;

/** Heading, text and footer: how their letters look. */
export function WordsForm({ block, change, palette }: FormProps<LettersBlock>) {
  const { t } = useTranslation('email-editor');
  return (
    <>
      {block.kind === 'heading' && <LevelChoice block={block} change={change} />}
      <AlignChoice value={block.align ?? 'left'} onChange={(align) => change({ align })} />
      <Pixels
        label={t('inspector.size')}
        min={10}
        max={block.kind === 'heading' ? 80 : 40}
        value={sizeOf(block)}
        onChange={(size) => change({ size })}
      />
      <FontChoice label={t('inspector.font')} value={block.font} onChange={(font) => change({ font })} />
      <ColorChoice
        label={t('inspector.color')}
        value={block.color}
        usual={block.kind === 'footer' ? 'muted' : 'text'}
        palette={palette}
        onChange={(color) => change({ color })}
      />
      {block.kind === 'footer' && (
        <Switch
          label={t('inspector.view')}
          description={t('inspector.viewText')}
          checked={block.viewInBrowser ?? false}
          onCheckedChange={(viewInBrowser) => change({ viewInBrowser })}
        />
      )}
    </>
  );
}

function LevelChoice({ block, change }: Omit<FormProps<BlockOf<'heading'>>, 'palette'>) {
  const { t } = useTranslation('email-editor');
  return (
    <Labeled label={t('inspector.level')}>
      <SegmentedControl
        label={t('inspector.level')}
        value={`${block.level}`}
        onValueChange={(level) => change({ level: Number(level) as 1 | 2 | 3, size: undefined })}
        options={(['1', '2', '3'] as const).map((value) => ({ value, label: t(`inspector.levels.${value}`) }))}
        className="self-start"
      />
    </Labeled>
  );
}

const likeEmail = 'email';

type FontChoiceProps = { label: string; value: EmailFont | undefined; onChange: (font: EmailFont | undefined) => void };

function FontChoice({ label, value, onChange }: FontChoiceProps) {
  const { t } = useTranslation('email-editor');
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value ?? likeEmail}
          onValueChange={(font) => onChange(font === likeEmail ? undefined : (font as EmailFont))}
          options={[
            { value: likeEmail, label: t('inspector.fontOfEmail') },
            ...emailFonts.map((font) => ({ value: font, label: t(`fonts.${font}`) })),
          ]}
        />
      )}
    </Field>
  );
}
