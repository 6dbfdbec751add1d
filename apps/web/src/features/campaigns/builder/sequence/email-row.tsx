import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useBuilder } from '../builder-context.ts';

type EmailRowProps = {
  no: number;
  subject: string | undefined;
  /** None for an email at that end. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: (() => void) | undefined;
  /** Undefined until it can be opened. */
  onOpen: (() => void) | undefined;
  busy: boolean;
};

/** One email with its place. What it says is written in the editor of emails. */
export function EmailRow({ no, subject, onUp, onDown, onRemove, onOpen, busy }: EmailRowProps) {
  const { t } = useTranslation('campaign-builder');
  const { readOnly } = useBuilder();
  return (
    <article
      aria-label={t('sequence.email', { no })}
      className="flex flex-wrap items-center gap-3 rounded-lg border border-line-strong bg-surface p-3.5 shadow-xs"
    >
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-sm font-semibold"
      >
        {no}
      </span>
      <div className="min-w-40 flex-1">
        <h3 className="truncate text-sm font-semibold text-ink">{subject || t('sequence.noSubject')}</h3>
        <p className="truncate text-xs text-muted">{t('sequence.email', { no })}</p>
      </div>
      <div className="flex items-center gap-0.5">
        {!readOnly && (
          <>
            <IconButton size="sm" icon={ArrowUp} label={t('sequence.up', { no })} disabled={!onUp} onClick={onUp} />
            <IconButton
              size="sm"
              icon={ArrowDown}
              label={t('sequence.down', { no })}
              disabled={!onDown}
              onClick={onDown}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={t('sequence.remove', { no })}
              disabled={!onRemove}
              onClick={onRemove}
            />
          </>
        )}
        <Button
          size="sm"
          icon={Pencil}
          busy={busy}
          disabled={!onOpen}
          aria-label={t(readOnly ? 'sequence.lookOf' : 'sequence.writeOf', { no })}
          onClick={onOpen}
          className="ml-1.5"
        >
          {t(readOnly ? 'sequence.look' : 'sequence.write')}
        </Button>
      </div>
    </article>
  );
}
