import { templateCategories } from '@waggle/contracts/email-templates';
import { useTranslation } from 'react-i18next';

/** Names of the categories of the product; others are shown as they were typed. */
export function useCategoryName(): (category: string) => string {
  const { t } = useTranslation('email-templates');
  return (category) => {
    const known = templateCategories.find((name) => name === category);
    return known ? t(`categories.${known}`) : category;
  };
}
