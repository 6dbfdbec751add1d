import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useContactFields } from '../../editor/fields/use-contact-fields.ts';
import { useOwner } from '../builder-context.ts';
import { fieldsIn, withFallback } from './line-fields.ts';

type LineFallbacksProps = { label: string; value: string; maxLength: number; onChange: (value: string) => void };

/** What stands for each field of the line where a contact has none. */
export function LineFallbacks({ label, value, maxLength, onChange }: LineFallbacksProps) {
  const { t } = useTranslation('email-editor');
  const fields = useContactFields(useOwner());
  const used = [...fieldsIn(value)].filter(([name]) => fields.list.some((field) => field.name === name));
  if (used.length === 0) return null;
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-3">
      {used.map(([field, fallback]) => (
        <Field key={field} label={t('fields.fallback', { field: fields.label(field) })} hint={t('fields.fallbackHint')}>
          {(control) => (
            <TextInput
              {...control}
              value={fallback}
              onChange={(event) => {
                const next = withFallback(value, field, event.currentTarget.value);
                if (next.length <= maxLength) onChange(next);
              }}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
