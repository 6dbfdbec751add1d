import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import {
  type CampaignVersion,
  listCampaignVersions,
  restoreCampaignVersion,
} from '@waggle/contracts/campaign-versions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Time } from '#lib/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { campaignKeys } from '../../keys.ts';
import { useBuilder } from '../builder-context.ts';
import type { DraftKeeper } from '../draft-keeper.ts';
import { useKeepCampaign } from '../queries.ts';
import { VersionPreview } from './version-preview.tsx';

const versionsQuery = (campaignId: string) =>
  queryOptions({
    queryKey: [...campaignKeys.one(campaignId), 'versions'],
    queryFn: ({ signal }) => call(listCampaignVersions, { params: { campaignId } }, signal),
    staleTime: 0,
  });

type VersionsDialogProps = { campaignId: string; keeper: DraftKeeper; onClose: () => void };

/** What the email said before, to look at and to go back to. */
export function VersionsDialog({ campaignId, keeper, onClose }: VersionsDialogProps) {
  const { t } = useTranslation('campaign-builder');
  const { readOnly } = useBuilder();
  const versions = useQuery(versionsQuery(campaignId));
  const [chosen, setChosen] = useState<string>();
  const shown = versions.data?.items.find(({ id }) => id === chosen) ?? versions.data?.items[0];
  const { restore, isPending } = useRestore(campaignId, keeper, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('versions.title')}
      description={t('versions.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('versions.close')}</Button>
          {!readOnly && shown && !shown.isCurrent && (
            <Button variant="primary" busy={isPending} onClick={() => restore(shown.id)}>
              {t('versions.restore')}
            </Button>
          )}
        </>
      }
    >
      {versions.isPending && <SkeletonRows />}
      {versions.isError && (
        <LoadError
          title={t('versions.failed')}
          message={problemText(versions.error)}
          retry={() => void versions.refetch()}
          busy={versions.isFetching}
        />
      )}
      {versions.data && (
        <div className="grid min-h-[28rem] gap-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <ul aria-label={t('versions.title')} className="max-h-[28rem] overflow-y-auto max-sm:max-h-48">
            {versions.data.items.map((version) => (
              <li key={version.id}>
                <VersionLine version={version} pressed={version === shown} onPress={() => setChosen(version.id)} />
              </li>
            ))}
          </ul>
          {shown && <VersionPreview campaignId={campaignId} versionId={shown.id} />}
        </div>
      )}
    </Dialog>
  );
}

type VersionLineProps = { version: CampaignVersion; pressed: boolean; onPress: () => void };

function VersionLine({ version, pressed, onPress }: VersionLineProps) {
  const { t } = useTranslation('campaign-builder');
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx('w-full rounded-md px-2.5 py-2 text-left text-sm', pressed ? 'bg-fill text-ink' : 'hover:bg-fill')}
    >
      <span className="flex items-center gap-2 font-[550]">
        <Time at={version.at} />
        {version.isCurrent && <Badge dot={false}>{t('versions.current')}</Badge>}
      </span>
      <span className="block truncate text-xs text-muted">{version.by ?? t('versions.someone')}</span>
      <span className="block truncate text-xs text-subtle">{version.subject}</span>
    </button>
  );
}

function useRestore(campaignId: string, keeper: DraftKeeper, onClose: () => void) {
  const { t } = useTranslation('campaign-builder');
  const keep = useKeepCampaign();
  const restoring = useMutation({
    mutationFn: async (versionId: string) => {
      await keeper.flush();
      if (keeper.isStuck()) throw new Error('What is not saved would be lost');
      return keep(await call(restoreCampaignVersion, { params: { campaignId, versionId } }));
    },
  });
  const restore = (versionId: string) =>
    runMutation(restoring, versionId, {
      onSuccess: (campaign) => {
        keeper.adopt(campaign);
        toast({ tone: 'success', title: t('versions.restored') });
        onClose();
      },
      onError: (error) =>
        toast({
          tone: 'error',
          title: t('versions.notRestored'),
          description: keeper.isStuck() ? t('notSaved') : problemText(error),
        }),
    });
  return { restore, isPending: restoring.isPending };
}
