import { Link } from '@tanstack/react-router';
import { LayoutGrid, List, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { buttonClass } from '#ui/button-class.ts';
import { cx } from '#ui/class-names.ts';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { newCampaign } from '../addresses.ts';
import { CampaignLayers, type Question } from '../actions/campaign-layers.tsx';
import { CampaignGrid } from './campaign-grid.tsx';
import { CampaignStats } from './campaign-stats.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { CampaignsToolbar } from './campaigns-toolbar.tsx';
import { ImagesLink } from './images-link.tsx';
import { NoCampaigns } from './no-campaigns.tsx';
import { type CampaignsList, useCampaignsList } from './use-campaigns-list.ts';
import { useView, type View } from './use-view.ts';

export function CampaignsScreen() {
  const { t } = useTranslation('campaigns');
  const [view, setView] = useView();
  const campaigns = useCampaignsList();
  const mayWrite = useHolds('campaigns:write');
  const nothingYet = campaigns.page.data?.total === 0 && !campaigns.filtered;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t('title')}
        actions={
          <>
            <ImagesLink />
            {!nothingYet && <ViewChoice view={view} onChange={setView} />}
            {mayWrite && !nothingYet && <CreateLink />}
          </>
        }
      />
      <PageBody className="flex flex-1 flex-col gap-4">
        <CampaignStats />
        {!nothingYet && <CampaignsToolbar campaigns={campaigns} />}
        <Found campaigns={campaigns} view={view} />
      </PageBody>
    </div>
  );
}

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useTranslation('campaigns');
  const wide = useMediaQuery('(min-width: 40rem)');
  const word = (own: View) => (wide ? t(`view.${own}`) : <span className="sr-only">{t(`view.${own}`)}</span>);
  return (
    <SegmentedControl
      label={t('view.label')}
      value={view}
      onValueChange={onChange}
      options={[
        { value: 'grid', label: word('grid'), icon: LayoutGrid },
        { value: 'list', label: word('list'), icon: List },
      ]}
    />
  );
}

function CreateLink() {
  const { t } = useTranslation('campaigns');
  const wide = useMediaQuery('(min-width: 40rem)');
  return (
    <Link {...newCampaign} className={buttonClass({ variant: 'primary', size: wide ? 'md' : 'icon-md' })}>
      <Plus aria-hidden className="icon-control" />
      <span className={cx(!wide && 'sr-only')}>{t('create')}</span>
    </Link>
  );
}

/** Waiting, failed, empty or full; what is asked about a campaign stays open while the list moves. */
function Found({ campaigns, view }: { campaigns: CampaignsList; view: View }) {
  const { t } = useTranslation('campaigns');
  const [asked, setAsked] = useState<{ id: string; what: Question }>();
  const { list, page } = campaigns;
  const subject = page.data?.items.find(({ id }) => id === asked?.id);
  if (page.isError) {
    return (
      <LoadError
        title={t('failed')}
        message={problemText(page.error)}
        retry={() => list.retry(page)}
        busy={page.isFetching}
      />
    );
  }
  const shown = {
    campaigns,
    onAsk: (id: string, what: Question) => setAsked({ id, what }),
    empty: <NoCampaigns filtered={campaigns.filtered} onClear={campaigns.clear} />,
  };
  return (
    <>
      {view === 'grid' ? <CampaignGrid {...shown} /> : <CampaignTable {...shown} />}
      {asked && subject && <CampaignLayers campaign={subject} what={asked.what} onClose={() => setAsked(undefined)} />}
    </>
  );
}
