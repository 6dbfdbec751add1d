import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type SlideOverProps = { open: boolean; onOpenChange: (open: boolean) => void; children: ReactNode };

/** The sidebar below 1024. Focus is trapped; Esc and the scrim close it. */
export function SlideOver({ open, onOpenChange, children }: SlideOverProps) {
  const { t } = useTranslation('shell');
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-sheet) motion-scrim bg-scrim lg:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-(--z-sheet) flex w-[18.5rem] max-w-[calc(100vw-3rem)] motion-sheet-left flex-col rounded-r-xl bg-canvas shadow-xl outline-none lg:hidden"
        >
          <Dialog.Title className="sr-only">{t('menu')}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
