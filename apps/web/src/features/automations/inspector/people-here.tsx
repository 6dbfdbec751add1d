import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { peopleHereQuery } from '../runs/queries.ts';

/** The next few people who wait at the step. */
export function PeopleHere({ stepId }: { stepId: string }) {
  const { t } = useTranslation(['automation-editor', 'automation-runs']);
  const { number } = useFormat();
  const { automation, figuresOf } = useEditor();
  const here = figuresOf(stepId)?.here ?? 0;
  const people = useQuery({ ...peopleHereQuery(automation.id, stepId), enabled: here > 0 }).data?.items ?? [];
  if (here === 0) return null;
  const address = { to: '/dashboard/automations/$automationId', params: { automationId: automation.id } } as const;
  return (
    <section aria-label={t('figures.here')} className="border-t border-line p-5">
      <div className="mb-2 flex items-baseline justify-between">
        <h3 className="text-sm font-semibold text-ink">{t('figures.here')}</h3>
        <span className="text-xs text-muted">{t('figures.hereOf', { count: here, shown: number(here) })}</span>
      </div>
      <ul className="flex flex-col">
        {people.map(({ id, name, email, nextRunAt }) => (
          <li key={id}>
            <Link
              {...address}
              search={{ tab: 'runs', step: stepId, run: id }}
              className="-mx-2 flex items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-row-hover"
            >
              <Avatar name={name ?? email ?? ''} size={26} />
              <span className="min-w-0 flex-1 truncate text-sm text-ink">
                {name || email || t('automation-runs:deletedContact')}
              </span>
              {nextRunAt && <Time at={nextRunAt} brief className="shrink-0 text-xs text-muted" />}
            </Link>
          </li>
        ))}
      </ul>
      <Link {...address} search={{ tab: 'runs', step: stepId }} className="mt-1 block text-sm font-medium text-link">
        {t('viewAll', { shown: number(here) })}
      </Link>
    </section>
  );
}
