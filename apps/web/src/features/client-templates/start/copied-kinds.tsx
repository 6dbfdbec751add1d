import { type CopyCounts, type CopyKind, copyKinds } from '@waggle/contracts/client-templates';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import type { StartForm } from './use-start-form.ts';

/** Kinds whose copies are not as they were: nobody is in a segment, and a form is switched off. */
const asides = { segments: 'empty', forms: 'inactive', emailTemplates: 'inBrand' } as const;

export function CopiedKinds({ start, counts }: { start: StartForm; counts: CopyCounts }) {
  const { t } = useTranslation('client-templates');
  const titleId = useId();
  const { form, source } = start;
  const name = (form.watch('name') ?? '').trim();
  const kinds = form.watch('kinds') ?? [];
  const there = copyKinds.filter((kind) => counts[kind] > 0);
  const chosen = there.filter((kind) => kinds.includes(kind));
  const toggle = (kind: CopyKind, isChosen: boolean) =>
    form.setValue('kinds', isChosen ? [...kinds, kind] : kinds.filter((one) => one !== kind), { shouldDirty: true });
  const error = form.errorOf('kinds');

  return (
    <fieldset className="min-w-0" key={source} aria-labelledby={titleId}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <p id={titleId} className="min-w-0 text-sm font-semibold wrap-anywhere text-ink">
          {name === '' ? t('copiedInto') : t('copiedIntoName', { name })}
        </p>
        <span className="shrink-0 text-sm text-subtle">
          {t('ofKinds', { chosen: chosen.length, total: there.length, count: there.length })}
        </span>
      </div>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {copyKinds.map((kind) => (
          <KindRow
            key={kind}
            kind={kind}
            total={counts[kind]}
            isChosen={chosen.includes(kind)}
            onChange={(isChosen) => toggle(kind, isChosen)}
          />
        ))}
      </div>
      {error && <p className="mt-2 text-xs text-danger-text">{error}</p>}
      <p className="mt-2 text-sm text-subtle">{t('never')}</p>
    </fieldset>
  );
}

type KindRowProps = { kind: CopyKind; total: number; isChosen: boolean; onChange: (isChosen: boolean) => void };

function KindRow({ kind, total, isChosen, onChange }: KindRowProps) {
  const { t } = useTranslation('client-templates');
  const { number } = useFormat();
  const aside = kind in asides ? t(`asides.${asides[kind as keyof typeof asides]}`) : undefined;
  return (
    <div className="flex items-center gap-2 border-b border-line py-1.5">
      <Checkbox
        className="min-w-0 flex-1"
        disabled={total === 0}
        checked={isChosen}
        onCheckedChange={onChange}
        label={
          kind === 'brand' ? (
            t('kinds.brand')
          ) : (
            <>
              <b className="mr-1.5 inline-block min-w-4 text-right font-semibold tabular-nums">{number(total)}</b>
              {t(`kinds.${kind}`, { count: total })}
            </>
          )
        }
      />
      {aside && total > 0 && <span className="shrink-0 text-sm text-subtle">{aside}</span>}
    </div>
  );
}
