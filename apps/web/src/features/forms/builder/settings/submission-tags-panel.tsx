import { useTranslation } from 'react-i18next';
import { TagsField } from '../tags/tags-field.tsx';
import { PanelSection } from './panel-section.tsx';
import type { PanelProps } from './panel.ts';

export function SubmissionTagsPanel({ definition, change, clientId, readOnly }: PanelProps) {
  const { t } = useTranslation('form-builder');
  return (
    <PanelSection title={t('settings.tags')} description={t('settings.tagsText')}>
      <TagsField
        label={t('settings.tags')}
        tagIds={definition.tagIds}
        clientId={clientId}
        readOnly={readOnly}
        onChange={(tagIds) => change({ tagIds })}
      />
    </PanelSection>
  );
}
