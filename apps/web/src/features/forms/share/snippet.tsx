import { useId } from 'react';
import { CopyText } from './copy-text.tsx';

type SnippetProps = { label: string; what: string; code: string };

/** Code to copy. It can be reached by keyboard, so that a long line can be scrolled. */
export function Snippet({ label, what, code }: SnippetProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 id={id} className="text-sm font-semibold text-ink">
          {label}
        </h3>
        <CopyText value={code} what={what} />
      </div>
      <pre
        // oxlint-disable-next-line no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
        tabIndex={0}
        aria-labelledby={id}
        className="max-h-72 overflow-auto rounded-lg border border-line-strong bg-sunken p-3.5 font-mono text-xs leading-5 [font-variant-ligatures:none] wrap-anywhere whitespace-pre-wrap text-ink"
      >
        {code}
      </pre>
    </section>
  );
}
