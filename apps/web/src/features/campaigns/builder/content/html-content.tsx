import { viewHref } from '@waggle/contracts/email-document';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Field } from '#ui/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useBuilder } from '../builder-context.ts';

const HtmlEditor = lazy(async () => ({ default: (await import('../../editor/html/html-editor.tsx')).HtmlEditor }));

/** An email as HTML, kept byte for byte. */
export function HtmlContent() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly, complaints } = useBuilder();
  const { content } = draft;
  return (
    <Field
      label={t('content.html')}
      required
      hint={t('content.viewHint', { field: viewHref })}
      error={complaints.content && translateSentence(complaints.content)}
    >
      {({ id, 'aria-describedby': described, 'aria-invalid': invalid }) => (
        // Twelve rows of code.
        <div className="h-72" data-invalid={invalid}>
          <Suspense fallback={<Skeleton shape="block" width="100%" height={288} />}>
            <HtmlEditor
              id={id}
              aria-describedby={described}
              label={t('content.html')}
              value={content.html}
              readOnly={readOnly}
              onChange={(html) => change({ content: { ...content, html } })}
            />
          </Suspense>
        </div>
      )}
    </Field>
  );
}
