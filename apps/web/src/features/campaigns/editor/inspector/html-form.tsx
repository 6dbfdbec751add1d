import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { BlockOf, FormProps } from './block-form.ts';

/** CodeMirror is as heavy as the rest of the editor, and few emails have such a block. */
const HtmlEditor = lazy(async () => ({ default: (await import('../html/html-editor.tsx')).HtmlEditor }));

export function HtmlForm({ block, change }: FormProps<BlockOf<'html'>>) {
  const { t } = useTranslation('email-editor');
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className="text-sm text-muted">{t('html.hint')}</p>
      <Button className="self-start" onClick={() => setOpen(true)}>
        {t('html.edit')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('html.title')}
        size="lg"
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
            {t('html.done')}
          </Button>
        }
      >
        <div className="h-96">
          <Suspense fallback={<Skeleton className="h-full" />}>
            <HtmlEditor label={t('html.title')} value={block.html} onChange={(html) => change({ html })} />
          </Suspense>
        </div>
      </Dialog>
    </>
  );
}
