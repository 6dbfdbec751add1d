import { useQuery } from '@tanstack/react-query';
import type { PublicPage } from '@waggle/contracts/campaign-public-page';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { publicPageQuery, useChangePublicPage } from './queries.ts';

type PublicPageDialogProps = { campaignId: string; onClose: () => void };

/** Who may read the email besides its recipients, and where. */
export function PublicPageDialog({ campaignId, onClose }: PublicPageDialogProps) {
  const { t } = useTranslation('campaign-report');
  const page = useQuery(publicPageQuery(campaignId));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('publicPage.title')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('publicPage.done')}
        </Button>
      }
    >
      {page.data && <PublicPageForm campaignId={campaignId} page={page.data} />}
      {page.isPending && (
        <SkeletonGroup>
          <Skeleton shape="block" height={56} />
        </SkeletonGroup>
      )}
      {page.isError && !page.data && (
        <LoadError
          title={t('publicPage.loadFailed')}
          message={problemText(page.error)}
          retry={() => void page.refetch()}
          busy={page.isFetching}
        />
      )}
    </Dialog>
  );
}

function PublicPageForm({ campaignId, page }: { campaignId: string; page: PublicPage }) {
  const { t } = useTranslation('campaign-report');
  const change = useChangePublicPage(campaignId);
  const set = (isPublic: boolean) =>
    runMutation(change, isPublic, {
      onError: (error) => toast({ tone: 'error', title: t('publicPage.failed'), description: problemText(error) }),
    });
  return (
    <div className="flex flex-col gap-4">
      <Switch
        spread
        label={t('publicPage.switch')}
        description={t('publicPage.switchText')}
        checked={change.isPending ? change.variables : page.isPublic}
        onCheckedChange={set}
      />
      {page.url === null ? <p className="text-sm text-muted">{t('publicPage.off')}</p> : <Address url={page.url} />}
    </div>
  );
}

function Address({ url }: { url: string }) {
  const { t } = useTranslation('campaign-report');
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('publicPage.url')}>
        {(control) => <TextInput {...control} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          value={url}
          label={t('publicPage.copy')}
          onCopied={() => toast({ tone: 'success', title: t('publicPage.copied') })}
          onFailed={() => toast({ tone: 'error', title: t('publicPage.copyFailed') })}
        />
        <a className={buttonClass({ variant: 'ghost' })} href={url} target="_blank" rel="noopener noreferrer">
          <ExternalLink aria-hidden className="size-4" />
          {t('publicPage.open')}
        </a>
      </div>
    </div>
  );
}
