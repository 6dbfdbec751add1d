import type { EmailDocument } from '@waggle/contracts/email-document';
import { useTranslation } from 'react-i18next';
import { blocksOf, locate } from '../blocks/places.ts';

/** Where a block stands now, in words for those who cannot see it move. */
export function usePlaceWords(): (email: EmailDocument, id: string) => string {
  const { t } = useTranslation('email-editor');
  return ({ blocks }, id) => {
    const place = locate(blocks, id)?.place;
    if (!place) return '';
    const where = { position: place.index + 1, count: blocksOf(blocks, place.list).length };
    return place.list === 'email'
      ? t('drag.position', where)
      : t('drag.positionInColumn', { ...where, column: place.list.cell + 1 });
  };
}
