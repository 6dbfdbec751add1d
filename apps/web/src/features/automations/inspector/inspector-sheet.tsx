import { useTranslation } from 'react-i18next';
import { Sheet } from '#ui/sheet.tsx';
import { InspectorBody } from './inspector.tsx';

/** The same over the whole screen of a phone. */
export function InspectorSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('automation-editor');
  return (
    <Sheet open modal flush focusTitle onOpenChange={(open) => !open && onClose()} title={t('inspector.label')}>
      <InspectorBody />
    </Sheet>
  );
}
