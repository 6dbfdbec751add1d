import { defaultAccent, labelOn } from '@waggle/contracts/accent';
import { defaultSubmitText } from '@waggle/contracts/form-definition';
import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { useBuilder } from '../builder-context.ts';
import { PreviewField } from './preview-field.tsx';
import { type Preview, usePreview } from './use-preview.ts';

/** The form as visitors get it: to fill in, page by page and by its conditions. Nothing is sent. */
export function FormPreview() {
  const { t } = useTranslation('form-builder');
  return (
    <Dialog
      size="full"
      title={t('preview.title')}
      flush
      trigger={
        <Button block icon={Eye}>
          {t('preview.open')}
        </Button>
      }
    >
      <PublicPage />
    </Dialog>
  );
}

function PublicPage() {
  const { t } = useTranslation('form-builder');
  const { state, brand } = useBuilder();
  const preview = usePreview(state.history.present);
  const { title, thankYouMessage } = state.history.present.settings;
  const name = brand ? brand.name || brand.ownName : '';
  return (
    <div data-scroll className="h-full overflow-y-auto bg-canvas px-4 py-6">
      <div className="mx-auto flex max-w-140 flex-col gap-5 rounded-xl border border-line bg-surface px-6 py-6">
        {name !== '' && (
          <div className="flex items-center gap-3 text-sm font-semibold text-ink">
            <Hexagon name={name} src={brand?.logo?.url} size={36} />
            {name}
          </div>
        )}
        <h3 className="font-display text-xl leading-8 font-semibold text-ink">
          {preview.isSent ? preview.words.thankYou : title}
        </h3>
        {preview.isSent ? (
          <>
            <p className="whitespace-pre-line text-ink">{thankYouMessage}</p>
            <Button onClick={() => preview.go(0)}>{t('preview.again')}</Button>
          </>
        ) : (
          <PreviewPage preview={preview} />
        )}
      </div>
      <p className="mx-auto mt-4 max-w-140 text-center text-xs text-subtle">{t('preview.hint')}</p>
    </div>
  );
}

function PreviewPage({ preview }: { preview: Preview }) {
  const { state, brand } = useBuilder();
  const { description, submitText } = state.history.present.settings;
  const { at, count, page, words } = preview;
  const accent = brand?.accent ?? defaultAccent;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // The builder around it is no form to send.
        event.stopPropagation();
        preview.next();
      }}
    >
      {at === 0 && description !== '' && <p className="text-sm whitespace-pre-line text-muted">{description}</p>}
      {count > 1 && (
        <p className="text-sm text-muted">
          {words.step(at + 1, count)}
          {page.title && <span className="block text-lg font-semibold text-ink">{page.title}</span>}
        </p>
      )}
      {preview.shown.map((field) => (
        <PreviewField
          key={field.id}
          field={field}
          value={preview.valueOf(field)}
          error={preview.errorOf(field)}
          choose={words.choose}
          onChange={(value) => preview.type(field, value)}
        />
      ))}
      <button
        type="submit"
        style={{ background: accent, color: labelOn(accent) }}
        className="min-h-11 rounded-md px-4 text-sm font-semibold"
      >
        {at === count - 1 ? submitText || defaultSubmitText : words.next}
      </button>
      {at > 0 && <Button onClick={() => preview.go(at - 1)}>{words.back}</Button>}
    </form>
  );
}
