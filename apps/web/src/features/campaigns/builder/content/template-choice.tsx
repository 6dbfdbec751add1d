import type { EmailTemplate } from '@waggle/contracts/email-templates';
import { LayoutTemplate } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { useBuilder } from '../builder-context.ts';

const TemplateGallery = lazy(async () => ({
  default: (await import('#features/email-templates/index.ts')).TemplateGallery,
}));

/** Begins the email with a template: its subject and its blocks, or its HTML as it is. */
export function TemplateChoice() {
  const { t } = useTranslation('email-templates');
  const { draft, change } = useBuilder();
  const [open, setOpen] = useState(false);
  const { html, document } = draft.content;
  const apply = ({ subject, previewText, ...template }: EmailTemplate) =>
    change({
      subject,
      previewText,
      content: template.document
        ? { html: '', text: '', document: template.document }
        : { html: template.htmlContent, text: template.textContent, document: null },
    });
  return (
    <>
      <Button icon={LayoutTemplate} className="self-start" onClick={() => setOpen(true)}>
        {t('browse')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <TemplateGallery
            onChoose={apply}
            onClose={() => setOpen(false)}
            replaces={html !== '' || document !== null}
          />
        </Suspense>
      )}
    </>
  );
}
