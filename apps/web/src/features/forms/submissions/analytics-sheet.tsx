import { useQuery } from '@tanstack/react-query';
import type { FormSummary } from '@waggle/contracts/forms';
import { useTranslation } from 'react-i18next';
import { RevenueFigure } from '#features/purchases/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { CopyFormUrl, ViewForm } from '../form-url.tsx';
import { FormMenu, type FormMenuProps } from '../list/form-menu.tsx';
import { formQuery } from '../queries.ts';
import { AnalyticsHead } from './analytics-head.tsx';
import { ChosenSubmission } from './chosen-submission.tsx';
import { DropOff } from './drop-off.tsx';
import { FigureList } from './figure-list.tsx';
import { SpamList } from './spam-list.tsx';
import { SubmissionList } from './submission-list.tsx';
import { WaitingBand } from './waiting-band.tsx';

type AnalyticsSheetProps = Pick<FormMenuProps, 'onAsk'> & {
  formId: string;
  /** The one to begin with. */
  submissionId: string | undefined;
  /** The page of the list it came from. */
  rows: readonly FormSummary[];
  onShow: (formId: string) => void;
  onClose: () => void;
};

/** What came of a form, beside the list. */
export function AnalyticsSheet({ formId, submissionId, rows, onShow, onClose, onAsk }: AnalyticsSheetProps) {
  const { t } = useTranslation('form-submissions');
  const row = rows.find(({ id }) => id === formId);
  const read = useQuery({ ...formQuery(formId), enabled: row === undefined });
  const form = row ?? read.data;
  return (
    <Sheet
      open
      flush
      hideTitle
      focusTitle
      size="lg"
      onOpenChange={onClose}
      title={form ? t('title', { name: form.name }) : t('titleOfUnknown')}
      walk={useWalk(rows, formId, onShow)}
      actions={
        form && (
          <>
            <ViewForm form={form} />
            <CopyFormUrl form={form} />
            <FormMenu form={form} onAsk={onAsk} inSheet />
          </>
        )
      }
    >
      {form && <Body key={form.id} form={form} submissionId={submissionId} />}
      {!form && read.isPending && <SkeletonRows className="px-6 pt-6" />}
      {!form && read.isError && (
        <LoadError
          title={t('failed')}
          message={problemText(read.error)}
          retry={() => void read.refetch()}
          busy={read.isFetching}
        />
      )}
    </Sheet>
  );
}

function Body({ form, submissionId }: { form: FormSummary; submissionId: string | undefined }) {
  return (
    <>
      <AnalyticsHead form={form} />
      {submissionId !== undefined && <ChosenSubmission formId={form.id} submissionId={submissionId} />}
      <div className="grid gap-4 px-5 pb-5 sm:grid-cols-[11.75rem_minmax(0,1fr)] sm:px-6">
        <FigureList formId={form.id} />
        <DropOff formId={form.id} />
      </div>
      <div className="px-5 pb-5 sm:px-6">
        <RevenueFigure source={{ formId: form.id }} />
      </div>
      <WaitingBand formId={form.id} />
      <SubmissionList form={form} />
      <SpamList form={form} />
    </>
  );
}

function useWalk(rows: readonly FormSummary[], formId: string, onShow: (formId: string) => void) {
  const { t } = useTranslation('form-submissions');
  const { number } = useFormat();
  const at = rows.findIndex(({ id }) => id === formId);
  if (at < 0) return undefined;
  const to = (row: FormSummary | undefined) => row && (() => onShow(row.id));
  return {
    position: t('position', { position: number(at + 1), total: number(rows.length) }),
    onPrevious: to(rows[at - 1]),
    onNext: to(rows[at + 1]),
  };
}
