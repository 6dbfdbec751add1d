import { automationLimits } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TagChip } from '#ui/tag-chip.tsx';
import { useEditor } from '../editor/editor-context.ts';

type TagsChoiceProps = { label: string; value: readonly string[]; onChange: (tagIds: string[]) => void };

/** Several tags, one after the other. */
export function TagsChoice({ label, value, onChange }: TagsChoiceProps) {
  const { t } = useTranslation('automation-editor');
  const { catalogue, readOnly } = useEditor();
  const left = catalogue.tags.filter(({ id }) => !value.includes(id));
  const chosen = value.map((id) => ({
    id,
    color: '#888888',
    name: t('gone'),
    ...catalogue.tags.find((tag) => tag.id === id),
  }));
  return (
    <Field label={label} hint={catalogue.loaded && catalogue.tags.length === 0 ? t('noTags') : undefined}>
      {(control) => (
        <div className="flex flex-col gap-2">
          {chosen.length > 0 && (
            <span className="flex flex-wrap gap-1.5">
              {chosen.map(({ id, name, color }) => (
                <TagChip
                  key={id}
                  name={name}
                  color={color ?? '#888888'}
                  removeLabel={t('removeTag', { name })}
                  onRemove={readOnly ? undefined : () => onChange(value.filter((one) => one !== id))}
                />
              ))}
            </span>
          )}
          <Select
            {...control}
            value=""
            placeholder={t('chooseTag')}
            disabled={readOnly || left.length === 0 || value.length >= automationLimits.tagsOfStep}
            options={left.map(({ id, name }) => ({ value: id, label: name }))}
            onValueChange={(id) => onChange([...value, id])}
          />
        </div>
      )}
    </Field>
  );
}
