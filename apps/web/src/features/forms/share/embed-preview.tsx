import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { formQuery } from '../queries.ts';
import type { EmbedMode } from './snippets.ts';

const mostFields = 3;
const placeClass: Record<EmbedMode, string> = {
  inline: 'mx-3.5 my-3',
  popup: 'absolute inset-x-6 top-10 shadow-lg',
  'slide-in': 'absolute right-3 bottom-3 left-14 shadow-lg',
};

/** A drawing of somebody's page with the form on it: the form itself would count as a view. */
export function EmbedPreview({ formId, mode }: { formId: string; mode: EmbedMode }) {
  const { t } = useTranslation('form-share');
  const { data } = useQuery(formQuery(formId));
  const definition = data?.published ?? data?.draft;
  const fields = definition?.fields.filter(({ type }) => type !== 'hidden' && type !== 'consent') ?? [];
  return (
    <section className="max-md:hidden">
      <h3 className="mb-2 text-sm font-semibold text-ink">{t('preview')}</h3>
      <div
        aria-hidden
        className="relative min-h-80 overflow-hidden pb-4 rounded-xl border border-line-strong bg-white text-[#191714]"
      >
        <div className="flex gap-1.5 border-b border-black/10 bg-black/2 px-3 py-2.5">
          {[0, 1, 2].map((dot) => (
            <span key={dot} className="size-2 rounded-full bg-black/20" />
          ))}
        </div>
        <Lines widths={['w-3/5', 'w-4/5']} />
        {mode !== 'inline' && <Lines widths={['w-2/3', 'w-4/5', 'w-1/2', 'w-3/4']} />}
        {mode === 'popup' && <div className="absolute inset-0 top-8 bg-black/30" />}
        <div className={cx('rounded-lg border border-black/15 bg-white p-3.5', placeClass[mode])}>
          <p className="truncate text-sm font-semibold">{definition?.settings.title}</p>
          {fields.slice(0, mostFields).map(({ id, label }) => (
            <div key={id} className="mt-2">
              <p className="truncate text-[11px] text-black/70">{label}</p>
              <div className="mt-0.5 h-5 rounded border border-black/40" />
            </div>
          ))}
          <div className="mt-3 truncate rounded bg-[#f9ad1b] px-2 py-1 text-center text-[11px] font-semibold">
            {definition?.settings.submitText}
          </div>
        </div>
        {mode === 'inline' && <Lines widths={['w-2/3', 'w-1/2', 'w-3/5']} />}
      </div>
    </section>
  );
}

function Lines({ widths }: { widths: readonly string[] }) {
  return (
    <div className="flex flex-col gap-2 px-3.5 pt-3">
      {widths.map((width, at) => (
        <span key={at} className={cx('h-1.5 rounded-full bg-black/10', width)} />
      ))}
    </div>
  );
}
