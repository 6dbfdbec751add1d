import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';

const Body = lazy(async () => ({ default: (await import('./set-up-dialog-body.tsx')).SetUpDialogBody }));

type SetUpDialogProps = {
  /** What the button says that leads back to the task in hand. */
  back: string;
  onClose: () => void;
};

/** The steps of Set up sending over another screen, which stays as it is below. */
export function SetUpDialog({ back, onClose }: SetUpDialogProps) {
  const { t } = useTranslation('set-up');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={t('title')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {back}
        </Button>
      }
    >
      <Suspense fallback={<SkeletonRows className="min-h-64" />}>
        <Body />
      </Suspense>
    </Dialog>
  );
}
