import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientField, useClientChoice } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { FlightPath } from '#ui/flight-path.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { AutomationsPlan } from '../plan-notice.tsx';
import { RecipeDetail } from './recipe-detail.tsx';
import { RecipeGallery } from './recipe-gallery.tsx';
import type { RecipeId } from './recipes.ts';
import { useCreate } from './use-create.ts';

type RecipeScreenProps = {
  /** While there is no automation yet. */
  isFirst: boolean;
  /** How many the plan counts; undefined until they are loaded. */
  live: number | undefined;
  onClose: () => void;
};

/** What a new automation starts from. */
export function RecipeScreen({ isFirst, live, onClose }: RecipeScreenProps) {
  const { t } = useTranslation(['automations', 'automation-recipes']);
  const [chosen, setChosen] = useState<RecipeId>('welcome');
  const client = useClientChoice();
  const create = useCreate();
  const back = (
    <Link key="back" to="/dashboard/automations" onClick={onClose}>
      {t('title')}
    </Link>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={isFirst ? t('title') : t('create')}
        breadcrumb={isFirst ? undefined : [back]}
        actions={
          <Button icon={Plus} busy={create.isPending} onClick={() => client.ask() && create.fromScratch(client.body)}>
            {t('automation-recipes:scratch')}
          </Button>
        }
      />
      <AutomationsPlan live={live} />
      <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
        <div className="min-w-0 flex-1 px-7 py-5 max-xl:px-5 max-lg:px-4 lg:overflow-y-auto">
          <div className="mb-5 flex items-center gap-6">
            <FlightPath width={108} className="max-sm:hidden" />
            <div>
              <h2 className="text-md font-semibold text-ink">
                {t(isFirst ? 'none.title' : 'automation-recipes:title')}
              </h2>
              <p className="text-sm text-muted">{t('automation-recipes:text')}</p>
            </div>
          </div>
          {client.needed && (
            <div className="mb-5 max-w-sm">
              <ClientField choice={client} />
            </div>
          )}
          <RecipeGallery
            value={chosen}
            onChange={setChosen}
            onUse={(id) => client.ask() && create.fromRecipe(id, null, client.body)}
          />
        </div>
        <RecipeDetail
          key={chosen}
          id={chosen}
          isBusy={create.isPending}
          onUse={(what) => client.ask() && create.fromRecipe(chosen, what, client.body)}
        />
      </div>
    </div>
  );
}
