import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';

type StepButtonsProps = {
  label?: string | undefined;
  busy: boolean;
  /** What comes after. */
  next?: string | undefined;
  onCancel?: (() => void) | undefined;
};

/** The foot of every form of the set-up. */
export function StepButtons({ label, busy, next, onCancel }: StepButtonsProps) {
  const { t } = useTranslation('set-up');
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
      <Button type="submit" variant="primary" busy={busy} busyLabel={t('saving')}>
        {label ?? t('continue')}
      </Button>
      {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
      {next && !onCancel && <span className="text-sm text-subtle">{next}</span>}
    </div>
  );
}
