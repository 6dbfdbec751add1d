import { Link } from '@tanstack/react-router';
import type { SubmissionInFull } from '@waggle/contracts/form-submissions';
import { ClipboardCheck, MousePointerClick, QrCode, UserCheck, UserPlus, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { Icon } from '#ui/icon.ts';

/** What happened, in order. */
export function Journey({ submission }: { submission: SubmissionInFull }) {
  const { t } = useTranslation('form-submissions');
  const { number } = useFormat();
  const { createdAt, outcome, contact, version } = submission;
  const name = contact ? contact.name || contact.email || '' : '';
  const icon = contact ? (outcome === 'created' ? UserPlus : UserCheck) : UserX;
  return (
    <div className="min-w-0">
      <h4 className="text-sm font-semibold text-ink">{t('journey.title')}</h4>
      <ol className="mt-2 flex flex-col gap-3">
        <CameFrom submission={submission} />
        <Step icon={ClipboardCheck} title={t('journey.submitted')} at={createdAt}>
          {t('version', { version: number(version) })}
        </Step>
        <Step icon={icon} title={name || t('noContact')}>
          {t(contact || outcome === 'over-limit' || outcome === 'no-address' ? `outcome.${outcome}` : 'outcome.gone')}
        </Step>
      </ol>
    </div>
  );
}

/** The scan or the click that led to the form. */
function CameFrom({ submission: { touch, codeName } }: { submission: SubmissionInFull }) {
  const { t } = useTranslation('form-submissions');
  if (touch === null) return null;
  if (touch.kind === 'scan') {
    const title = codeName === null ? t('journey.scannedDeleted') : t('journey.scanned', { name: codeName });
    return <Step icon={QrCode} title={title} at={touch.at} />;
  }
  return (
    <Step icon={MousePointerClick} title={t('journey.clicked')} at={touch.at}>
      <Link
        to="/dashboard/campaigns/$campaignId"
        params={{ campaignId: touch.subjectId }}
        search={{}}
        className="text-accent-text hover:underline"
      >
        {t('journey.openCampaign')}
      </Link>
    </Step>
  );
}

type StepProps = { icon: Icon; title: string; at?: string; children?: ReactNode };

function Step({ icon: StepIcon, title, at, children }: StepProps) {
  const { fullDate } = useFormat();
  return (
    <li className="flex gap-3 text-sm">
      <span className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong bg-surface">
        <StepIcon aria-hidden className="size-3.5 text-subtle" />
      </span>
      <span className="min-w-0">
        <span className="block font-[550] wrap-anywhere text-ink">{title}</span>
        <span className="block text-xs text-muted">
          {at && (
            <>
              <time dateTime={at}>{fullDate(at)}</time>
              {children && ' · '}
            </>
          )}
          {children}
        </span>
      </span>
    </li>
  );
}
