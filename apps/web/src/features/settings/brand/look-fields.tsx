import { type Brand, maxFooterLength, type updateBrand } from '@waggle/contracts/brand';
import { defaultTheme } from '@waggle/contracts/email-document';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { FontField } from './font-fields.tsx';
import { HighlightField } from './highlight-field.tsx';
import { SocialField } from './social-field.tsx';

type Typed = z.input<typeof updateBrand.body>;
export type BrandFormHandle = Pick<UseFormReturn<Typed>, 'watch' | 'setValue' | 'register'> & {
  errorOf: (name: 'footerText' | 'socialLinks' | `socialLinks.${number}.href`) => string | undefined;
};

export const lookOf = ({ highlight, headingFont, bodyFont, socialLinks, footerText }: Brand) => ({
  highlight,
  headingFont,
  bodyFont,
  socialLinks,
  footerText,
});

/** What new emails begin and end with. */
export function LookFields({ form }: { form: BrandFormHandle }) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const typed = form.watch();
  const set = <Name extends keyof Typed>(name: Name, value: Typed[Name]) =>
    form.setValue(name, value as never, { shouldDirty: true });
  return (
    <>
      <HighlightField
        highlight={typed.highlight ?? defaultTheme.light.deep}
        onHighlight={(color) => set('highlight', color)}
      />
      {(['headingFont', 'bodyFont'] as const).map((kind) => (
        <FontField key={kind} kind={kind} font={typed[kind] ?? defaultTheme[kind]} onFont={(font) => set(kind, font)} />
      ))}
      <SocialField
        links={typed.socialLinks ?? []}
        onLinks={(links) => set('socialLinks', links)}
        errorAt={(place) => form.errorOf(`socialLinks.${place}.href`)}
      />
      <Field
        label={t('footer')}
        hint={t('footerHint')}
        aside={`${(typed.footerText ?? '').length} / ${maxFooterLength}`}
        error={form.errorOf('footerText')}
        optional
      >
        {(control) => <Textarea {...control} {...form.register('footerText')} rows={3} maxLength={maxFooterLength} />}
      </Field>
    </>
  );
}
