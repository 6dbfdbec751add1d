import { defaultAccent } from '@waggle/contracts/accent';
import { maxProductName, mostProductLogoBytes, updateWhiteLabel, type WhiteLabel } from '@waggle/contracts/white-label';
import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { sending } from '#lib/settle-form.ts';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Logo } from '#ui/logo.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { AccentField } from '../brand/accent-field.tsx';
import { type Logo as Picture, PictureField } from '../brand/logo-field.tsx';
import { shrinkLogo } from '../brand/shrink-logo.ts';
import { SaveBar } from '../section.tsx';
import { useUpdateWhiteLabel, useUploadProductLogo } from './queries.ts';
import { WhiteLabelPreview } from './white-label-preview.tsx';

const valuesOf = ({ mark, wide, ...rest }: WhiteLabel) => ({
  ...rest,
  markId: mark?.id ?? null,
  wideId: wide?.id ?? null,
});

function useWhiteLabelForm(label: WhiteLabel) {
  const { t } = useTranslation('white-label');
  const update = useUpdateWhiteLabel();
  const form = useContractForm(updateWhiteLabel.body, { defaultValues: valuesOf(label) });
  // The form knows a picture by its id; those that were uploaded meanwhile are kept here.
  const [pictures, setPictures] = useState<readonly Picture[]>([label.mark, label.wide].filter((one) => one !== null));
  const typed = form.watch();
  const pictureOf = (id: string | null) => pictures.find((picture) => picture.id === id) ?? null;
  const take = (field: 'markId' | 'wideId', next: Picture | null) => {
    if (next) setPictures((known) => [...known, next]);
    form.setValue(field, next?.id ?? null, { shouldDirty: true });
  };
  const onSubmit = form.submit(async (body) => {
    const settle = sending(form);
    const saved = await update.mutateAsync(body);
    settle(valuesOf(saved));
    toast({ tone: 'success', title: t(saved.isOn ? 'savedOn' : 'saved') });
  });
  return { form, typed, mark: pictureOf(typed.markId), wide: pictureOf(typed.wideId), take, onSubmit };
}

type FormParts = ReturnType<typeof useWhiteLabelForm>;

export function WhiteLabelForm({ label }: { label: WhiteLabel }) {
  const { t } = useTranslation('white-label');
  const parts = useWhiteLabelForm(label);
  const { form, typed, mark, wide, onSubmit } = parts;
  return (
    <div data-wide className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <Card>
        <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
          <Switch
            spread
            label={t('isOn')}
            description={t('isOnHint')}
            checked={typed.isOn}
            onCheckedChange={(isOn) => form.setValue('isOn', isOn, { shouldDirty: true })}
          />
          <Field label={t('name')} hint={t('nameHint')} error={form.errorOf('name')}>
            {(control) => (
              <TextInput {...control} {...form.register('name')} maxLength={maxProductName} autoComplete="off" />
            )}
          </Field>
          <Pictures {...parts} />
          <AccentField
            accent={typed.accent ?? defaultAccent}
            onAccent={(accent) => form.setValue('accent', accent, { shouldDirty: true })}
            hint={t('accentHint')}
          />
          <Field label={t('support')} hint={t('supportHint')} error={form.errorOf('supportEmail')} optional>
            {(control) => (
              <TextInput
                {...control}
                {...form.register('supportEmail')}
                type="email"
                inputMode="email"
                autoComplete="off"
              />
            )}
          </Field>
          <Switch
            spread
            label={t('hide')}
            description={t('hideHint', { name: typed.name.trim() || t('yourProduct') })}
            checked={typed.hidesPoweredBy}
            onCheckedChange={(hides) => form.setValue('hidesPoweredBy', hides, { shouldDirty: true })}
          />
          <SaveBar form={form} />
        </form>
      </Card>
      <WhiteLabelPreview shown={{ ...typed, mark, wide }} />
    </div>
  );
}

/** A square mark, which is the icon of browser tabs as well, and a wide logo for the sidebar. */
function Pictures({ form, typed, mark, wide, take }: FormParts) {
  const { t } = useTranslation('white-label');
  const upload = useUploadProductLogo();
  const send = async (file: Blob) => upload.mutateAsync(await shrinkLogo(file, mostProductLogoBytes));
  return (
    <>
      <PictureField
        legend={t('mark')}
        about={t('markText')}
        logo={mark}
        onLogo={(next) => take('markId', next)}
        error={form.errorOf('markId')}
        empty={<Logo brand={{ name: typed.name || t('yourProduct'), isOwn: true }} size={40} markOnly />}
        upload={send}
      />
      <PictureField
        legend={t('wide')}
        about={t('wideText')}
        logo={wide}
        onLogo={(next) => take('wideId', next)}
        error={form.errorOf('wideId')}
        empty={<ImageIcon aria-hidden className="size-6 text-subtle" />}
        upload={send}
      />
    </>
  );
}
