import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#ui/button-class.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { CopyText } from './copy-text.tsx';
import { Snippet } from './snippet.tsx';
import { formUrl, linkButton, type Shared } from './snippets.ts';

export function DirectLink({ shared }: { shared: Shared }) {
  const { t } = useTranslation('form-share');
  const url = formUrl(shared);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-end gap-2 max-sm:flex-col max-sm:items-stretch">
        <div className="min-w-0 flex-1">
          <Field label={t('link.url')} hint={t('link.hint')}>
            {(control) => (
              <TextInput {...control} value={url} readOnly onFocus={(event) => event.target.select()} data-autofocus />
            )}
          </Field>
        </div>
      </div>
      <div className="-mt-3 flex flex-wrap gap-2">
        <CopyText value={url} what={t('link.url')} label={t('link.copy')} />
        <a href={url} target="_blank" rel="noopener" className={buttonClass({ size: 'sm' })}>
          <ExternalLink aria-hidden className="icon-control" />
          {t('link.open')}
        </a>
      </div>
      <Snippet label={t('link.button')} what={t('link.buttonWhat')} code={linkButton(shared)} />
      <section>
        <h3 className="mb-2 text-sm font-semibold text-ink">{t('preview')}</h3>
        {/* As on the page it is pasted into, which is mostly white. */}
        <div className="grid min-h-28 place-items-center rounded-lg border border-line-strong bg-white p-5">
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className="max-w-full rounded-md bg-[#191714] px-6 py-3 text-center font-[sans-serif] wrap-anywhere text-white no-underline"
          >
            {shared.name}
          </a>
        </div>
      </section>
    </div>
  );
}
