import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { ReportsSheet } from './reports-sheet.tsx';

/** Opens the reports that are emailed by themselves. */
export function ReportsButton() {
  const { t } = useTranslation('analytics');
  const [open, setOpen] = useState(false);
  // Beside the period and its dates the words fit from here on.
  const hasRoom = useMediaQuery('(min-width: 84rem)');
  return (
    <>
      {hasRoom ? (
        <Button icon={CalendarClock} onClick={() => setOpen(true)}>
          {t('reports.open')}
        </Button>
      ) : (
        <IconButton label={t('reports.open')} icon={CalendarClock} onClick={() => setOpen(true)} />
      )}
      <ReportsSheet open={open} onOpenChange={setOpen} />
    </>
  );
}
