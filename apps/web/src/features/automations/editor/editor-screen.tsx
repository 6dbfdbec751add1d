import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import type { Automation } from '@waggle/contracts/automations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { useRecordTitle } from '#lib/record-title.ts';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { automationQuery } from '../queries.ts';
import { AutomationEditor } from './automation-editor.tsx';

export function EditorScreen() {
  const { automationId = '' } = useParams({ strict: false });
  return <OneAutomation key={automationId} automationId={automationId} />;
}

function OneAutomation({ automationId }: { automationId: string }) {
  const automation = useQuery(automationQuery(automationId));
  useRecordTitle(automation.data?.name);
  // A copy from an earlier visit may be older than a colleague's change.
  const [opened, setOpened] = useState(false);
  if (automation.data && automation.isFetchedAfterMount && !opened) setOpened(true);

  if (automation.error instanceof ApiProblem && automation.error.status === 404)
    return <Navigate to="/dashboard/automations" replace />;
  if (!opened || !automation.data) return <Unopened automation={automation} />;
  return <AutomationEditor automation={automation.data} />;
}

function Unopened({ automation }: { automation: UseQueryResult<Automation> }) {
  const { t } = useTranslation('automations');
  const waiting = useDelayedPending(automation.isFetching);
  return (
    <>
      <PageHeader
        title={t('one')}
        breadcrumb={[
          <Link key="automations" to="/dashboard/automations">
            {t('title')}
          </Link>,
        ]}
      />
      {automation.isError ? (
        <LoadError
          title={t('oneFailed')}
          message={problemText(automation.error)}
          retry={() => void automation.refetch()}
          busy={automation.isFetching}
        />
      ) : (
        <PageBody>{waiting && <SkeletonRows />}</PageBody>
      )}
    </>
  );
}
