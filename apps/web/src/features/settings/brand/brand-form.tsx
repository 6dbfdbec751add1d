import { type Brand, updateBrand } from '@waggle/contracts/brand';
import { defaultAccent } from '@waggle/contracts/accent';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { sending } from '#lib/settle-form.ts';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast-store.ts';
import { SaveBar } from '../section.tsx';
import { AccentField } from './accent-field.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { type Logo, LogoField } from './logo-field.tsx';
import { lookOf, LookFields } from './look-fields.tsx';
import { useUpdateBrand } from './queries.ts';

const valuesOf = (brand: Brand) => ({
  name: brand.name,
  accent: brand.accent,
  website: brand.website,
  logoId: brand.logo?.id ?? null,
  postalAddress: brand.postalAddress,
  ...lookOf(brand),
});

export function BrandForm({ brand }: { brand: Brand }) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const { ownName, inheritedAddress } = brand;
  const update = useUpdateBrand();
  const form = useContractForm(updateBrand.body, { defaultValues: valuesOf(brand) });
  // The form knows a logo by its id; the pictures of those that were uploaded meanwhile are kept here.
  const [pictures, setPictures] = useState<readonly Logo[]>(brand.logo ? [brand.logo] : []);
  const typed = form.watch();
  const logo = pictures.find(({ id }) => id === typed.logoId) ?? null;
  const name = typed.name.trim() || ownName;

  const onSubmit = form.submit(async (body) => {
    const settle = sending(form);
    const saved = await update.mutateAsync({ brandId: brand.id, ...body });
    settle(valuesOf(saved));
    toast({ tone: 'success', title: t('saved') });
  });
  const takeLogo = (next: Logo | null) => {
    if (next) setPictures((known) => [...known, next]);
    form.setValue('logoId', next?.id ?? null, { shouldDirty: true });
  };

  return (
    <div data-wide className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <Card>
        <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
          <Field label={t('name')} hint={t('nameHint', { name: ownName })} error={form.errorOf('name')}>
            {(control) => (
              <TextInput {...control} {...form.register('name')} placeholder={ownName} autoComplete="organization" />
            )}
          </Field>
          <LogoField name={name} logo={logo} onLogo={takeLogo} error={form.errorOf('logoId')} />
          <AccentField
            accent={typed.accent ?? defaultAccent}
            onAccent={(accent) => form.setValue('accent', accent, { shouldDirty: true })}
          />
          <Field label={t('website')} hint={t('websiteHint')} error={form.errorOf('website')} optional>
            {(control) => <TextInput {...control} {...form.register('website')} inputMode="url" autoComplete="url" />}
          </Field>
          <Field
            label={t('address')}
            hint={t(inheritedAddress ? 'addressInherited' : 'addressHint')}
            error={form.errorOf('postalAddress')}
          >
            {(control) => (
              <Textarea
                {...control}
                {...form.register('postalAddress')}
                placeholder={inheritedAddress}
                rows={3}
                autoComplete="street-address"
              />
            )}
          </Field>
          <LookFields form={form} />
          <SaveBar form={form} />
        </form>
      </Card>
      <BrandPreview brand={{ ...typed, name, logo, postalAddress: typed.postalAddress || inheritedAddress }} />
    </div>
  );
}
