import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { addressStart } from './address.ts';
import type { BlockOf, FormProps } from './block-form.ts';
import { ChooseImage } from './choose-image.tsx';
import { AlignChoice, LinkField, Pixels } from './parts.tsx';

const isImageAddress = (src: string) => src === '' || /^https?:\/\/[^\s\p{Cc}]{1,2048}$/u.test(src);

export function ImageForm({ block, change }: FormProps<BlockOf<'image'>>) {
  const { t } = useTranslation('email-editor');
  return (
    <>
      <ChooseImage block={block} change={change} />
      <Field
        label={t('image.address')}
        required
        hint={t('image.addressHint')}
        error={isImageAddress(block.src) ? undefined : t('inspector.noAddress')}
      >
        {(control) => (
          <TextInput
            {...control}
            value={block.src}
            maxLength={2_048}
            inputMode="url"
            placeholder={addressStart}
            onChange={(event) => change({ src: event.currentTarget.value.trim(), fileId: undefined })}
          />
        )}
      </Field>
      <AltText block={block} change={change} />
      <LinkField
        label={t('inspector.link')}
        value={block.href ?? ''}
        onChange={(href) => change({ href: href === '' ? undefined : href })}
      />
      <SizeForm block={block} change={change} />
    </>
  );
}

/** Alt text is required: many read emails with images off, and some only hear them. */
function AltText({ block, change }: Omit<FormProps<BlockOf<'image'>>, 'palette'>) {
  const { t } = useTranslation('email-editor');
  const isDecorative = block.decorative === true;
  return (
    <>
      {!isDecorative && (
        <Field
          label={t('image.alt')}
          required
          hint={t('image.altHint')}
          error={block.src !== '' && block.alt.trim() === '' ? t('image.altMissing') : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={block.alt}
              maxLength={500}
              onChange={(event) => change({ alt: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Switch
        label={t('image.decorative')}
        description={t('image.decorativeText')}
        checked={isDecorative}
        onCheckedChange={(next) => change(next ? { decorative: true, alt: '' } : { decorative: undefined })}
      />
    </>
  );
}

function SizeForm({ block, change }: Omit<FormProps<BlockOf<'image'>>, 'palette'>) {
  const { t } = useTranslation('email-editor');
  return (
    <>
      <Switch
        label={t('image.fullWidth')}
        checked={block.width === undefined}
        onCheckedChange={(isFull) => change({ width: isFull ? undefined : 240 })}
      />
      {block.width !== undefined && (
        <>
          <Pixels
            label={t('image.width')}
            min={8}
            max={700}
            value={block.width}
            onChange={(width) => change({ width })}
          />
          <AlignChoice value={block.align ?? 'center'} onChange={(align) => change({ align })} />
        </>
      )}
      <Pixels
        label={t('inspector.radius')}
        max={48}
        value={Math.min(48, block.radius ?? 0)}
        onChange={(radius) => change({ radius: radius || undefined })}
      />
    </>
  );
}
