import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AutomationVersion } from '@waggle/contracts/automation-versions';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { useEditor } from '../editor/editor-context.ts';
import { Notices } from '../editor/notices.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { useChoice } from './choice.ts';
import { Comparison } from './comparison.tsx';
import { versionsQuery } from './queries.ts';
import { VersionList } from './version-list.tsx';

/** What was published, what differs, and the way back. */
export function VersionsPage() {
  const root = useRef<HTMLDivElement>(null);
  const { t } = useTranslation(['automation-versions', 'automations']);
  const { automation, keeper } = useEditor();
  // It takes the place of the editor without a new route, so nobody else moves the focus.
  useEffect(() => root.current?.querySelector('h1')?.focus(), []);
  // What is compared is what the server has.
  useEffect(() => void keeper.flush(), [keeper]);
  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t('title')}
        breadcrumb={[
          <Link key="automations" to="/dashboard/automations">
            {t('automations:title')}
          </Link>,
          <Link key="automation" to="/dashboard/automations/$automationId" params={{ automationId: automation.id }}>
            {keeper.get().draft.name}
          </Link>,
        ]}
        status={<StatusBadge automation={automation} />}
      />
      <Notices />
      <Body />
    </div>
  );
}

function Body() {
  const { t } = useTranslation('automation-versions');
  const { automation } = useEditor();
  const versions = useInfiniteQuery(versionsQuery(automation.id));
  const waiting = useDelayedPending(versions.isPending);
  if (versions.isError) {
    return (
      <LoadError
        title={t('failed')}
        message={problemText(versions.error)}
        retry={() => void versions.refetch()}
        busy={versions.isFetching}
      />
    );
  }
  if (versions.isPending) return <PageBody>{waiting && <SkeletonRows />}</PageBody>;
  const list = versions.data.pages.flatMap(({ items }) => items);
  if (list.length === 0) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>;
  return <Columns versions={versions} list={list} />;
}

type ColumnsProps = {
  versions: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  list: readonly AutomationVersion[];
};

/** Beside each other, or on a narrow screen one after the other. */
function Columns({ versions: { hasNextPage, isFetchingNextPage, fetchNextPage }, list }: ColumnsProps) {
  const { t } = useTranslation('automation-versions');
  const { automation } = useEditor();
  const isWide = useMediaQuery('(min-width: 64rem)');
  const { chosen: asked, choose } = useChoice();
  const usual = automation.hasChanges ? 'draft' : list[0]!.version;
  const chosen = asked ?? (isWide ? usual : undefined);
  const more = hasNextPage && (
    <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('more')}
    </Button>
  );
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col">
      {(isWide || chosen === undefined) && (
        <aside className="shrink-0 border-line lg:w-86 lg:overflow-y-auto lg:border-r">
          <VersionList versions={list} chosen={chosen} onChoose={choose} more={more} />
        </aside>
      )}
      {chosen !== undefined && (
        <div className="flex min-w-0 flex-1 flex-col">
          {!isWide && (
            <div className="border-b border-line px-2 py-1">
              <Button variant="ghost" icon={ArrowLeft} onClick={() => choose(undefined)}>
                {t('all')}
              </Button>
            </div>
          )}
          <Comparison key={chosen} chosen={chosen} versions={list} />
        </div>
      )}
    </div>
  );
}
