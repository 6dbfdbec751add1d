import type { EmailTemplate } from '@waggle/contracts/email-templates';
import { LayoutTemplate } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { useBuilder } from '../builder-context.ts';
import { type DraftContent, noText } from '../draft.ts';

const TemplateGallery = lazy(async () => ({
  default: (await import('#features/email-templates/index.ts')).TemplateGallery,
}));

/** The text of blocks is generated, unless somebody wrote one. */
function contentOf({ document, htmlContent: html, textContent: text, textBasis }: TemplateBody): DraftContent {
  if (!document) return { html, text, textBasis, document: null };
  return { html: '', ...(textBasis === null ? noText : { text, textBasis }), document };
}
type TemplateBody = Pick<EmailTemplate, 'document' | 'htmlContent' | 'textContent' | 'textBasis'>;

/** Begins the email with a template: its subject and its blocks, or its HTML as it is. */
export function TemplateChoice() {
  const { t } = useTranslation(['email-templates', 'campaign-builder']);
  const { draft, change, clientId, clientMissing } = useBuilder();
  const [open, setOpen] = useState(false);
  const { html, document } = draft.content;
  const apply = ({ subject, previewText, ...template }: EmailTemplate) =>
    change({
      subject,
      previewText,
      content: contentOf(template),
    });
  return (
    <>
      <Button
        icon={LayoutTemplate}
        className="self-start"
        disabledReason={clientMissing ? t('campaign-builder:start.clientFirst') : undefined}
        onClick={() => setOpen(true)}
      >
        {t('browse')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <TemplateGallery
            clientId={clientId ?? undefined}
            onChoose={apply}
            onClose={() => setOpen(false)}
            replaces={html !== '' || document !== null}
          />
        </Suspense>
      )}
    </>
  );
}
