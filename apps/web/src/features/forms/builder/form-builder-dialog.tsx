import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { formQuery } from '../queries.ts';
import { BuilderFrame, BuilderTitle } from './builder-frame.tsx';
import { FormBuilder } from './form-builder.tsx';
import { draftOf } from './state/form-draft.ts';
import { type Chosen, ChooseTemplate } from './templates/choose-template.tsx';

/** 'Create New Form': first what to start from, then the builder. */
export function CreateFormDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('form-builder');
  const [chosen, setChosen] = useState<Chosen>();
  if (chosen) return <FormBuilder form={undefined} draft={chosen.draft} owner={chosen.owner} onClose={onClose} />;
  return (
    <BuilderFrame onClose={onClose} head={<PlainHead title={t('create')} label={t('close')} onClose={onClose} />}>
      <ChooseTemplate onChoose={setChosen} />
    </BuilderFrame>
  );
}

/** 'Edit Form'. */
export function EditFormDialog({ formId, onClose }: { formId: string; onClose: () => void }) {
  const { t } = useTranslation('form-builder');
  const form = useQuery(formQuery(formId));
  // A copy from an earlier visit may be older than a colleague's change.
  const [opened, setOpened] = useState(false);
  if (form.data && form.isFetchedAfterMount && !opened) setOpened(true);
  const waiting = useDelayedPending(form.isFetching);
  if (opened && form.data)
    return <FormBuilder form={form.data} draft={draftOf(form.data)} owner={{}} onClose={onClose} />;
  return (
    <BuilderFrame onClose={onClose} head={<PlainHead title={t('edit')} label={t('close')} onClose={onClose} />}>
      {form.isError ? (
        <LoadError
          title={t('failed')}
          message={problemText(form.error)}
          retry={() => void form.refetch()}
          busy={form.isFetching}
        />
      ) : (
        <div className="p-8">{waiting && <SkeletonRows />}</div>
      )}
    </BuilderFrame>
  );
}

type PlainHeadProps = { title: string; label: string; onClose: () => void };

function PlainHead({ title, label, onClose }: PlainHeadProps) {
  return (
    <header className="flex min-h-14 shrink-0 items-center justify-between border-b border-line px-5">
      <BuilderTitle>{title}</BuilderTitle>
      <IconButton icon={X} label={label} onClick={onClose} />
    </header>
  );
}
