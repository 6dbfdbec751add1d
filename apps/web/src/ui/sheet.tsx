import { ChevronDown, ChevronUp, X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { enterLayer, returnFocus } from './layer-focus.ts';
import { IconButton } from './icon-button.tsx';
import { useUiText } from './ui-text.tsx';

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Keeps the title for screen readers when the body shows its own. */
  hideTitle?: boolean | undefined;
  /** Focus starts at the title instead of the first field, so that a stray key changes nothing. */
  focusTitle?: boolean | undefined;
  size?: 'md' | 'lg' | undefined;
  side?: 'right' | 'left' | undefined;
  /** With a scrim and trapped focus; otherwise the list beside it stays usable. */
  modal?: boolean | undefined;
  /** Walk the list the record came from. */
  walk?: { position: ReactNode; onPrevious?: (() => void) | undefined; onNext?: (() => void) | undefined } | undefined;
  /** Icon buttons left of the close button. */
  actions?: ReactNode;
  footer?: ReactNode;
  flush?: boolean | undefined;
  children?: ReactNode;
};

const rightClass =
  'right-0 motion-sheet-right border-l border-line-strong lg:inset-y-[9px] lg:right-[9px] lg:rounded-r-[11px] max-lg:sm:rounded-l-xl max-sm:top-2 max-sm:rounded-t-xl max-sm:border-t max-sm:border-l-0';
const leftClass = 'left-0 motion-sheet-left rounded-r-xl';

export function Sheet(props: SheetProps) {
  const {
    open,
    onOpenChange,
    size = 'md',
    side = 'right',
    modal = false,
    description,
    footer,
    flush,
    children,
  } = props;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Radix.Portal>
        {modal && <Radix.Overlay className="fixed inset-0 z-(--z-sheet) motion-scrim bg-scrim" />}
        <Radix.Content
          onOpenAutoFocus={enterLayer}
          onCloseAutoFocus={returnFocus}
          {...(!description && { 'aria-describedby': undefined })}
          // Beside a live list a click outside picks another row, it does not close the sheet.
          onInteractOutside={(event) => !modal && event.preventDefault()}
          className={cx(
            'fixed inset-y-0 z-(--z-sheet) flex w-full flex-col overflow-hidden bg-raised shadow-xl outline-none',
            size === 'md' ? 'max-w-(--sheet)' : 'max-w-(--sheet-wide)',
            side === 'right' ? rightClass : leftClass,
          )}
        >
          <SheetHead {...props} />
          <div data-scroll data-layer-body className={cx('min-h-0 flex-1 overflow-y-auto', !flush && 'p-5 sm:p-6')}>
            {children}
          </div>
          {footer && (
            <footer className="flex shrink-0 justify-end gap-2 border-t border-line px-5 py-4 sm:px-6">{footer}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function SheetHead({ title, description, hideTitle, focusTitle, walk, actions }: SheetProps) {
  const text = useUiText();
  return (
    <header className="flex min-h-[3.25rem] shrink-0 items-center gap-1 border-b border-line py-2 pr-3 pl-5 sm:pl-6">
      {walk && (
        <div className="-ml-2 flex items-center">
          <IconButton
            label={text.previousRecord}
            icon={ChevronUp}
            size="sm"
            disabled={!walk.onPrevious}
            onClick={walk.onPrevious}
          />
          <IconButton
            label={text.nextRecord}
            icon={ChevronDown}
            size="sm"
            disabled={!walk.onNext}
            onClick={walk.onNext}
          />
          <span aria-live="polite" className="ml-2 text-xs text-muted">
            {walk.position}
          </span>
        </div>
      )}
      <div className={cx('min-w-0', hideTitle && 'sr-only')}>
        <Radix.Title
          className="truncate text-md font-semibold text-ink outline-none"
          {...(focusTitle && { tabIndex: -1, 'data-autofocus': true })}
        >
          {title}
        </Radix.Title>
        {description && <Radix.Description className="text-sm text-muted">{description}</Radix.Description>}
      </div>
      <div className="ml-auto flex items-center gap-1">
        {actions}
        <Radix.Close asChild>
          <IconButton label={text.close} icon={X} />
        </Radix.Close>
      </div>
    </header>
  );
}
