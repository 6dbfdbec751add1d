import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsavedChanges } from '#lib/unsaved-changes.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { SectionHeader } from '#ui/page-header.tsx';

type SectionProps = { title: string; description?: string; actions?: ReactNode; children: ReactNode };

/** One tab of the settings. Its heading takes focus when the address changes. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <div className="flex flex-col gap-5">
      <div data-arrival tabIndex={-1} className="outline-none">
        <SectionHeader title={title} description={description} actions={actions} />
      </div>
      {children}
    </div>
  );
}

type SaveBarProps = {
  form: {
    formState: { isDirty: boolean; isSubmitting: boolean };
    problem: string | undefined;
    clearProblem: () => void;
    reset: () => void;
  };
  label?: string;
};

/** Appears with the first change. */
export function SaveBar({ form, label }: SaveBarProps) {
  const { t } = useTranslation('settings');
  const { isDirty, isSubmitting } = form.formState;
  if (!isDirty && !isSubmitting) return null;
  const discard = () => {
    form.clearProblem();
    form.reset();
  };
  return (
    <div className="flex flex-col gap-4">
      <UnsavedChanges asks={isDirty} />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={t('saving')}>
          {label ?? t('save')}
        </Button>
        <Button variant="ghost" onClick={discard}>
          {t('discard')}
        </Button>
      </div>
    </div>
  );
}

/** A value that cannot be changed here, or not by this person. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-medium text-ink">{label}</dt>
      <dd className="mt-0.5 text-base text-muted">{children}</dd>
    </div>
  );
}
