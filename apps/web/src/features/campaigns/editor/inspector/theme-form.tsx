import { emailFonts, type EmailFont, type EmailTheme } from '@waggle/contracts/email-document';
import { useTranslation } from 'react-i18next';
import { ColorField } from '#ui/color-field.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { themeColors, withColor } from '../blocks/dark-colors.ts';
import { Pixels } from './parts.tsx';

type ThemeFormProps = { theme: EmailTheme; onChange: (part: Partial<EmailTheme>, what: string) => void };

/** What holds for the whole email; shown while no block is selected. */
export function ThemeForm({ theme, onChange }: ThemeFormProps) {
  const { t } = useTranslation('email-editor');
  const font = (key: 'headingFont' | 'bodyFont') => (
    <Field label={t(`theme.${key}`)}>
      {(control) => (
        <Select
          {...control}
          value={theme[key]}
          onValueChange={(value) => onChange({ [key]: value as EmailFont }, key)}
          options={emailFonts.map((value) => ({ value, label: t(`fonts.${value}`) }))}
        />
      )}
    </Field>
  );
  return (
    <>
      {font('headingFont')}
      {font('bodyFont')}
      {themeColors.map((role) => (
        <ColorField
          key={role}
          label={t(`theme.colors.${role}`)}
          value={theme.light[role].toUpperCase()}
          presets={[]}
          invalid={t('inspector.noColor')}
          onValueChange={(hex) => onChange(withColor(theme, role, hex.toLowerCase()), role)}
        />
      ))}
      <Pixels
        label={t('theme.width')}
        min={480}
        max={700}
        step={10}
        value={theme.width}
        onChange={(width) => onChange({ width }, 'width')}
      />
      <Pixels
        label={t('theme.radius')}
        max={32}
        value={theme.radius}
        onChange={(radius) => onChange({ radius }, 'radius')}
      />
    </>
  );
}
