import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Time } from '#lib/time.tsx';
import { Badge } from '#ui/badge.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import type { CampaignRecipient } from '../queries.ts';
import { personCell } from './person-cell.tsx';
import { shownState, tones } from './shown-state.ts';

export function useRecipientColumns(): Column<CampaignRecipient>[] {
  const { t } = useTranslation('campaign-report');
  return useMemo(
    () => [
      {
        id: 'recipient',
        header: t('recipients.recipient'),
        primary: true,
        cell: personCell,
      },
      {
        id: 'state',
        header: t('recipients.state'),
        width: '8rem',
        cell: (recipient) => <StateBadge recipient={recipient} />,
      },
      { id: 'reason', header: t('recipients.reason'), cell: (recipient) => <Reason recipient={recipient} /> },
      {
        id: 'sentAt',
        header: t('recipients.sentAt'),
        width: '8rem',
        cell: ({ sentAt }) => sentAt && <Time at={sentAt} className="whitespace-nowrap" />,
      },
      {
        id: 'openedAt',
        header: t('recipients.openedAt'),
        width: '8rem',
        cell: ({ openedAt }) => openedAt && <Time at={openedAt} className="whitespace-nowrap" />,
      },
      {
        id: 'clickedAt',
        header: t('recipients.clickedAt'),
        width: '8rem',
        cell: ({ clickedAt }) => clickedAt && <Time at={clickedAt} className="whitespace-nowrap" />,
      },
    ],
    [t],
  );
}

function StateBadge({ recipient }: { recipient: CampaignRecipient }) {
  const { t } = useTranslation('campaign-report');
  const state = shownState(recipient);
  return <Badge tone={tones[state]}>{t(`shown.${state}`)}</Badge>;
}

const known = [
  'unsubscribed',
  'bounced',
  'complained',
  'consent-withdrawn',
  'consent-expired',
  'consent-not-asked',
  'unconfirmed',
  'paused',
  'topic-opted-out',
  'settled-by-person',
] as const;

/** A code of ours in words; what a mail server answered, or told later of a bounce, as it came. */
function Reason({ recipient }: { recipient: CampaignRecipient }) {
  const { t } = useTranslation('campaign-report');
  const reason = recipient.bounceReason ?? recipient.reason;
  if (reason === null) return null;
  const code = known.find((one) => one === reason);
  const text = code ? t(`reasons.${code}`) : translateSentence(reason);
  return (
    <span title={text} className="block max-w-80 truncate">
      {text}
    </span>
  );
}

export const phoneRow = (recipient: CampaignRecipient): PhoneRow => ({
  title: personCell(recipient),
  subtitle: <Reason recipient={recipient} />,
  aside: <StateBadge recipient={recipient} />,
  asideBelow: recipient.sentAt && <Time at={recipient.sentAt} brief />,
});
