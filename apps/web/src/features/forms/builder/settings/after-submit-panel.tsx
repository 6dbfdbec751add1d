import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { PanelSection } from './panel-section.tsx';
import type { PanelProps } from './panel.ts';

export function AfterSubmitPanel({ settings, changeSettings, complaints }: PanelProps) {
  const { t } = useTranslation('form-builder');
  const wrongUrl = complaints['settings.redirectUrl'];
  return (
    <PanelSection title={t('settings.afterSubmit')}>
      <Field label={t('settings.thankYou')}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            data-thank-you
            value={settings.thankYouMessage}
            maxLength={2_000}
            onChange={(event) => changeSettings({ thankYouMessage: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        label={t('settings.redirect')}
        hint={t('settings.redirectHint')}
        error={wrongUrl && translateSentence(wrongUrl)}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            placeholder="https://"
            value={settings.redirectUrl}
            maxLength={2_000}
            onChange={(event) => changeSettings({ redirectUrl: event.currentTarget.value })}
          />
        )}
      </Field>
    </PanelSection>
  );
}
