import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useBuilder } from './builder-context.ts';

const SaveAsTemplate = lazy(async () => ({
  default: (await import('#features/email-templates/index.ts')).SaveAsTemplate,
}));

/** Nothing to ask for while nothing is written. */
export function useSaveAsTemplate(): { ask: (() => void) | undefined; dialog: ReactNode } {
  const { draft, campaign } = useBuilder();
  const [open, setOpen] = useState(false);
  const { html, document } = draft.content;
  const isWritten = html !== '' || (document?.blocks.length ?? 0) > 0;
  return {
    ask: campaign && isWritten ? () => setOpen(true) : undefined,
    dialog: open && campaign && (
      <Suspense fallback={null}>
        <SaveAsTemplate email={draft} clientId={campaign.clientId} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
