import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { funnelSteps } from '@waggle/contracts/analytics';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Time } from '#lib/time.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { funnelPeopleQuery, type Period } from '../queries.ts';

export type PeopleStep = (typeof funnelSteps)[number];

type FunnelPeopleProps = { period: Period; step: PeopleStep | null; onClose: () => void };

export function FunnelPeople({ period, step, onClose }: FunnelPeopleProps) {
  const { t } = useTranslation('analytics');
  return (
    <Sheet
      open={step !== null}
      onOpenChange={(open) => !open && onClose()}
      title={step && t(`funnel.steps.${step}`)}
      modal
    >
      {step && <People period={period} step={step} />}
    </Sheet>
  );
}

function People({ period, step }: { period: Period; step: PeopleStep }) {
  const { t } = useTranslation('analytics');
  const people = useInfiniteQuery(funnelPeopleQuery(period, step));
  if (people.isError)
    return <LoadError title={t('failed')} message={problemText(people.error)} retry={() => void people.refetch()} />;
  if (!people.data)
    return (
      <SkeletonGroup className="space-y-4">
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} width={`${80 - at * 6}%`} />
        ))}
      </SkeletonGroup>
    );
  return (
    <>
      <ul className="-mx-2">
        {people.data.pages
          .flatMap(({ items }) => items)
          .map((person, at) => (
            // Who is no contact has no id, and rows are only ever added at the end.
            <li
              key={person.id ?? at}
              className="relative flex items-center gap-3 rounded-md px-2 py-2 has-[a]:hover:bg-row-hover"
            >
              {person.id === null ? (
                <span className="flex-1 text-sm text-muted">{t('funnel.stranger')}</span>
              ) : (
                <Contact {...person} id={person.id} />
              )}
              <Time at={person.scannedAt} brief className="text-xs text-subtle" />
            </li>
          ))}
      </ul>
      {people.hasNextPage && (
        <Button className="mt-3" busy={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
          {t('funnel.more')}
        </Button>
      )}
    </>
  );
}

type ContactProps = { id: string; name: string; email: string };

const Contact = ({ id, name, email }: ContactProps) => (
  <>
    <Avatar name={name || email} size={28} />
    <span className="min-w-0 flex-1">
      <Link
        to="/dashboard/contacts"
        search={{ contact: id }}
        className="block truncate text-sm font-medium text-ink after:absolute after:inset-0"
      >
        {name || email}
      </Link>
      {name && <span className="block truncate text-xs text-muted">{email}</span>}
    </span>
  </>
);
