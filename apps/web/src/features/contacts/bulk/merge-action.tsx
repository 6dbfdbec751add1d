import { Merge } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BulkAction } from '#ui/bulk-bar.tsx';
import type { BulkSelection } from '#ui/use-bulk-selection.ts';
import type { ContactLayers } from '../use-layers.ts';

/** Two ticked contacts can become one. */
export function MergeAction({ selection, layers }: { selection: BulkSelection; layers: ContactLayers }) {
  const { t } = useTranslation('contact-sheet');
  const [contact, merge, more] = selection.all ? [] : selection.ids;
  if (contact === undefined || merge === undefined || more !== undefined) return null;
  const open = () => {
    // The one that goes could stay ticked otherwise.
    selection.clear();
    layers.show({ contact, merge });
  };
  return (
    <BulkAction icon={Merge} onClick={open}>
      {t('merge.action')}
    </BulkAction>
  );
}
