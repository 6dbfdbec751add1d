import { emailFonts, type EmailFont, type EmailTheme } from '@waggle/contracts/email-document';
import { useTranslation } from 'react-i18next';
import { ColorField } from '#ui/color-field.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { isLight } from '../canvas/looks.ts';
import { Pixels } from './parts.tsx';

type ThemeFormProps = { theme: EmailTheme; onChange: (part: Partial<EmailTheme>, what: string) => void };

const colors = ['accent', 'background', 'paper', 'text'] as const;

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
      {colors.map((role) => (
        <ColorField
          key={role}
          label={t(`theme.colors.${role}`)}
          value={theme.light[role].toUpperCase()}
          presets={[]}
          invalid={t('inspector.noColor')}
          onValueChange={(hex) => onChange({ light: withColor(theme, role, hex.toLowerCase()) }, role)}
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

/** Words on the accent stay readable when the accent changes. */
function withColor({ light }: EmailTheme, role: (typeof colors)[number], hex: string): EmailTheme['light'] {
  const next = { ...light, [role]: hex };
  return role === 'accent' ? { ...next, onAccent: isLight(hex) ? '#191714' : '#ffffff' } : next;
}
