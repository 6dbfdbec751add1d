import { useQuery } from '@tanstack/react-query';
import { type SetUp, setUpSteps } from '@waggle/contracts/sending';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { cx } from '#ui/class-names.ts';
import { Section } from '../../section.tsx';
import { ListStates } from '../list-states.tsx';
import { setUpQuery } from '../queries.ts';
import { SetUpGuide } from './set-up-guide.tsx';
import { SetUpOwner } from './set-up-owner.tsx';
import { SetUpSteps } from './set-up-steps.tsx';

/** From a new account to the first email, without leaving the page. */
export function SetUpSection() {
  const { t } = useTranslation('set-up');
  const setUp = useQuery(setUpQuery);
  const mayManage = useHolds('sending:manage');
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_14.5rem] xl:gap-8">
      <Section
        title={t('title')}
        description={t(mayManage ? 'text' : 'readOnly')}
        actions={setUp.data && <SetUpProgress setUp={setUp.data} />}
      >
        <SetUpOwner />
        <ListStates query={setUp} failedTitle={t('failed')}>
          {(read) => (
            // Another client's set-up is another form: nothing typed for one may land in the other.
            <SetUpSteps key={read.clientId} setUp={read} />
          )}
        </ListStates>
      </Section>
      {setUp.data && <SetUpGuide setUp={setUp.data} />}
    </div>
  );
}

function SetUpProgress({ setUp: { done } }: { setUp: SetUp }) {
  const { t } = useTranslation('set-up');
  const count = setUpSteps.filter((step) => done[step]).length;
  return (
    <div className="flex items-center gap-3 text-xs text-muted">
      <span>{t('progress', { done: count, all: setUpSteps.length })}</span>
      <span aria-hidden className="flex gap-1">
        {setUpSteps.map((step, at) => (
          <span key={step} className={cx('h-1.5 w-8 rounded-full', at < count ? 'bg-accent' : 'bg-fill-pressed')} />
        ))}
      </span>
    </div>
  );
}
