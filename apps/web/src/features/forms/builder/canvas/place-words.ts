import { pagesOf } from '@waggle/forms/pages';
import { useTranslation } from 'react-i18next';
import { type FormDraft, placeOf } from '../state/form-draft.ts';

/** Where a field stands now, in words for those who cannot see it move. */
export function usePlaceWords(): (draft: FormDraft, fieldId: string) => string {
  const { t } = useTranslation('form-builder');
  return (draft, fieldId) => {
    const place = placeOf(draft, fieldId);
    if (!place) return '';
    const pages = pagesOf(draft);
    const where = { position: place.index + 1, count: pages[place.page]!.fields.length };
    return pages.length === 1
      ? t('drag.position', where)
      : t('drag.positionOnPage', { ...where, page: place.page + 1 });
  };
}
