import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { listKeys } from './list-keys.ts';

/** Every key of the list. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('automation-editor');
  return (
    <Dialog open onOpenChange={onClose} title={t('keys.title')} description={t('keys.text')}>
      <dl className="flex flex-col gap-2.5 pb-2 text-sm">
        {listKeys.map(({ id, keys }) => (
          <div key={id} className="flex items-center justify-between gap-4">
            <dt className="text-ink">{t(`keys.${id}`)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
