import { type EmailFont, emailFonts } from '@waggle/contracts/email-document';
import { useTranslation } from 'react-i18next';
import { RadioCards } from '#ui/radio-cards.tsx';

/** As emails spell them out; only fonts that are on the reader's device. */
export const previewFonts: Record<EmailFont, string> = {
  sans: 'Helvetica, Arial, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
  mono: 'Menlo, Consolas, "Courier New", monospace',
  rounded: '"Trebuchet MS", Verdana, sans-serif',
};

type FontFieldProps = {
  kind: 'headingFont' | 'bodyFont';
  font: EmailFont;
  onFont: (font: EmailFont) => void;
};

export function FontField({ kind, font, onFont }: FontFieldProps) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  return (
    <RadioCards
      legend={t(kind)}
      hint={kind === 'headingFont' ? t('fontHint') : undefined}
      value={font}
      onValueChange={onFont}
      options={emailFonts.map((value) => ({
        value,
        label: <span style={{ fontFamily: previewFonts[value] }}>{t(`fonts.${value}`)}</span>,
      }))}
    />
  );
}
