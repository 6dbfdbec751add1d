import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { PanelSection } from './panel-section.tsx';
import type { PanelProps } from './panel.ts';

/** What people read above the fields and on the button. */
export function TextsPanel({ settings, changeSettings, complaints }: PanelProps) {
  const { t } = useTranslation('form-builder');
  const error = (path: string) => complaints[path] && translateSentence(complaints[path]);
  return (
    <PanelSection title={t('settings.texts')}>
      <Field label={t('settings.title')} required error={error('settings.title')}>
        {(control) => (
          <TextInput
            {...control}
            value={settings.title}
            maxLength={200}
            onChange={(event) => changeSettings({ title: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('settings.description')}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={settings.description}
            maxLength={2_000}
            onChange={(event) => changeSettings({ description: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('settings.submitText')}>
        {(control) => (
          <TextInput
            {...control}
            value={settings.submitText}
            maxLength={60}
            onChange={(event) => changeSettings({ submitText: event.currentTarget.value })}
          />
        )}
      </Field>
    </PanelSection>
  );
}
