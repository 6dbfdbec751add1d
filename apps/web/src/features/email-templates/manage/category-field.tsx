import { templateCategories } from '@waggle/contracts/email-templates';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { useCategoryName } from '../category-name.ts';

export function CategoryField({ value, onChange }: { value: string; onChange: (category: string) => void }) {
  const { t } = useTranslation('email-templates');
  const nameOf = useCategoryName();
  const options = [...new Set<string>([...templateCategories, value])].map((category) => ({
    value: category,
    label: nameOf(category),
  }));
  return (
    <Field label={t('form.category')}>
      {(control) => <Select {...control} options={options} value={value} onValueChange={onChange} />}
    </Field>
  );
}
