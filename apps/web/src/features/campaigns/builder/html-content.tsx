import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useBuilder } from './builder-context.ts';

/** An email as HTML, kept byte for byte, with its text for readers without HTML. */
export function HtmlContent() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly, complaints } = useBuilder();
  const { content } = draft;
  return (
    <>
      <Field label={t('content.html')} required error={complaints.content && translateSentence(complaints.content)}>
        {(control) => (
          <Textarea
            {...control}
            mono
            rows={12}
            spellCheck={false}
            value={content.html}
            readOnly={readOnly}
            onChange={(event) => change({ content: { ...content, html: event.currentTarget.value } })}
          />
        )}
      </Field>
      <Field label={t('content.text')} optional hint={t('content.textHint')}>
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            value={content.text}
            readOnly={readOnly}
            onChange={(event) => change({ content: { ...content, text: event.currentTarget.value } })}
          />
        )}
      </Field>
    </>
  );
}
