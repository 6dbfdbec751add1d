import type { Form } from '@waggle/contracts/forms';
import { ArrowRight, Clock, Globe, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { FormDraft } from '../state/form-draft.ts';
import { definitionOf } from '../state/form-draft.ts';
import { ChangeList } from './change-list.tsx';
import { diffOf } from './diff.ts';

type PublishDialogProps = {
  form: Form;
  draft: FormDraft;
  isBusy: boolean;
  onPublish: () => void;
  onClose: () => void;
};

/** What visitors get that they do not see yet, before they do. */
export function PublishDialog({ form, draft, isBusy, onPublish, onClose }: PublishDialogProps) {
  const { t } = useTranslation('form-builder');
  const changes = form.published ? diffOf(form.published, definitionOf(draft)) : [];
  const live = form.version ?? 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('publish.title', { name: draft.name })}
      description={<Versions form={form} live={live} count={changes.length} />}
      footer={
        <>
          <span className="mr-auto flex items-center gap-2 text-sm text-muted max-sm:w-full">
            <RotateCcw aria-hidden className="size-4 text-subtle" />
            {t('publish.goBack', { version: live })}
          </span>
          <Button onClick={onClose}>{t('publish.keepEditing')}</Button>
          <Button variant="primary" busy={isBusy} onClick={onPublish} data-autofocus>
            {t('publish.publish', { version: live + 1 })}
          </Button>
        </>
      }
    >
      <ChangeList changes={changes} submissions={form.submissions} />
      <section
        aria-label={t('publish.elsewhere')}
        className="flex flex-col gap-2.5 border-t border-line pt-4 pb-2 text-sm"
      >
        <h3 className="text-xs font-medium text-muted">{t('publish.elsewhere')}</h3>
        <p className="flex gap-2.5 text-muted">
          <Globe aria-hidden className="size-4 shrink-0 text-subtle" />
          {t('publish.everywhere', { version: live + 1 })}
        </p>
        <p className="flex gap-2.5 text-muted">
          <Clock aria-hidden className="size-4 shrink-0 text-subtle" />
          {t('publish.openPages', { version: live })}
        </p>
      </section>
    </Dialog>
  );
}

function Versions({ form, live, count }: { form: Form; live: number; count: number }) {
  const { t } = useTranslation('form-builder');
  const format = useFormat();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="success">{t('publish.live', { version: live })}</Badge>
      {form.publishedAt && t('publish.since', { date: format.date(form.publishedAt) })}
      <ArrowRight aria-hidden className="size-4 text-subtle" />
      <Badge>{t('publish.draft', { version: live + 1 })}</Badge>
      {t('publish.changes', { count, shown: format.number(count) })}
    </span>
  );
}
