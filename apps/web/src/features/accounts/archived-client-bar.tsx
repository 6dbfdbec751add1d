import { Archive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useShowClient } from './active-client.tsx';
import { useUser } from './session.ts';

/** Above every screen while an admin looks at an archived client. */
export function ArchivedClientBar({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { activeClientArchived, activeClientName: name } = useUser();
  const show = useShowClient();
  if (!activeClientArchived) return null;
  return (
    <Alert
      tone="neutral"
      icon={Archive}
      title={t('archivedClient.title', { name })}
      action={
        <Button size="sm" onClick={() => show(null)}>
          {t('archivedClient.leave')}
        </Button>
      }
      className={className}
    >
      {t('archivedClient.text')}
    </Alert>
  );
}
