import { type LibraryImage, maxAltLength } from '@waggle/contracts/images';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import type { Library } from '../library/use-library.ts';
import { useUpdateImage } from '../queries.ts';

/** Saved when the field is left. */
export function AltField({ library: { alt, setAlt, mayWrite }, image }: { library: Library; image: LibraryImage }) {
  const { t } = useTranslation('images');
  const update = useUpdateImage();
  if (!mayWrite)
    return (
      <div>
        <p className="text-sm font-medium text-ink">{t('alt.label')}</p>
        <p className="text-sm text-muted">{alt || t('noAlt')}</p>
      </div>
    );
  const save = () => {
    const typed = alt.trim();
    if (typed !== image.alt) update.mutate({ imageId: image.id, alt: typed });
  };
  return (
    <Field
      label={t('alt.label')}
      required
      aside={`${alt.length} / ${maxAltLength}`}
      hint={t('alt.hint')}
      error={update.isError ? problemText(update.error) : undefined}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={maxAltLength}
          value={alt}
          // One line of text, over as many lines as the field is high.
          onChange={(event) => setAlt(event.currentTarget.value.replaceAll(/[\r\n]+/g, ' '))}
          onBlur={save}
        />
      )}
    </Field>
  );
}
