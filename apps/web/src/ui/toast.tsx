import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { useEffect, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import { shortcutText } from './shortcut-text.ts';
import { dismissToast, useVisibleToast, type ToastEntry, type ToastTone } from './toast-store.ts';
import { useUiText } from './ui-text.tsx';

export { dismissAllToasts, dismissToast, toast, type ToastInput, type ToastTone } from './toast-store.ts';

const DEFAULT_MS = 5000;
const SWIPE_PX = 50;

/** Once, around the app. Anything may then call `toast({ title })`. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const text = useUiText();
  const entry = useVisibleToast();
  return (
    <Radix.Provider duration={DEFAULT_MS} swipeDirection="right" swipeThreshold={SWIPE_PX} label={text.notification}>
      {children}
      {entry && <ToastCard key={entry.id} entry={entry} />}
      <Radix.Viewport
        hotkey={['F8']}
        label={text.notifications}
        className="fixed right-6 bottom-20 z-(--z-toast) flex w-[25rem] max-w-[calc(100vw-2rem)] flex-col rounded-lg max-sm:inset-x-4 max-sm:bottom-18 max-sm:w-auto"
      />
    </Radix.Provider>
  );
}

function ToastCard({ entry }: { entry: ToastEntry }) {
  const text = useUiText();
  const { id, title, description, action, tone = 'neutral', duration } = entry;
  const close = () => dismissToast(id);
  useUndoKey(entry, close);

  return (
    <Radix.Root
      open={entry.open}
      onOpenChange={(open) => !open && close()}
      duration={tone === 'error' ? Infinity : (duration ?? DEFAULT_MS)}
      type={tone === 'error' || action ? 'foreground' : 'background'}
      data-tone={tone}
      // The edge parts it from panels of the same ink.
      className="motion-toast flex min-h-11 items-center gap-3 rounded-lg border border-[color-mix(in_oklab,var(--text-inverse)_22%,transparent)] bg-inverse py-2 pr-2 pl-4 text-on-inverse shadow-xl"
    >
      <ToneIcon tone={tone} />
      <div className="min-w-0 flex-1 py-1">
        <Radix.Title className="text-sm font-semibold">{title}</Radix.Title>
        {description && <Radix.Description className="text-xs text-on-inverse-muted">{description}</Radix.Description>}
      </div>
      {action && (
        <Radix.Action
          altText={action.label}
          onClick={action.onAction}
          className="inverse-accent flex min-h-8 shrink-0 coarse:min-h-(--target-touch) items-center gap-2.5 rounded-sm px-2 text-sm font-semibold"
        >
          {action.label}
          {action.undo && (
            <Kbd look="inverse" className="coarse:hidden">
              {shortcutText('mod+z')}
            </Kbd>
          )}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label={text.dismiss}
        className="grid size-8 shrink-0 coarse:size-(--target-touch) place-items-center rounded-sm text-on-inverse-muted hover:text-on-inverse"
      >
        <X aria-hidden className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}

const toneIcon = { success: CircleCheck, error: CircleAlert, info: Info };
const toneClass = { success: 'inverse-success', error: 'inverse-error', info: 'inverse-info' };

function ToneIcon({ tone }: { tone: ToastTone }) {
  if (tone === 'neutral') return null;
  const Icon = toneIcon[tone];
  return <Icon aria-hidden className={cx('size-[1.125rem]', toneClass[tone])} />;
}

function useUndoKey({ action, open }: ToastEntry, close: () => void) {
  const undo = open && action?.undo ? action.onAction : undefined;
  useEffect(() => {
    if (!undo) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
      // Inside a field the browser's own undo is what the person means.
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable=true]')) return;
      event.preventDefault();
      undo();
      close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
